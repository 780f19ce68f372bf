#!/bin/sh
# Judge hostile label, written by the judge calibration workbench 0.1.0, 2026-09-14.
# The request is exactly what the judge sends; the reply is yours to read, by the rule below.
# config_sha256 of the judge: 971334f97067456ea243a16c58a12864234701dc44cc91ef1082ee8862220421
#
# The prompt is filled for one made-up case; everything else in the body is what the judge sends about any case.
# To ask about another case, fill the prompt with a program (target python): a shell cannot quote every text.
#
# How the reply is read: the text at .choices[0].message.content, by the rule label (a person).
# Reads one of several named values, by name or synonym, as lenient reads yes and no.
# Its parameters: {"values": {"supported": ["yes"], "not supported": ["no"]}}
# These values pass: ["supported"]
set -eu
curl --silent --show-error --fail-with-body \
  --header 'Content-Type: application/json' \
  --header @/dev/fd/3 \
  --data-binary @- https://models.example/v1/chat/completions 3<<HEADER <<'JSON'
Authorization: Bearer ${JUDGE_KEY:?holds no key}
HEADER
{
  "model": "m",
  "messages": [
    {
      "role": "user",
      "content": "\tReply as {\"verdict\": \"yes\"} or \\\"no\\\"; {{ x }} {% y %} ${z} <w> $v$ #{u} %s {0} {unknown}\r\nQuestion: How long is the warranty?\n\tEvidence: Every device has a warranty of 24 months after purchase.\nBatteries are covered for 12 months.\n\n  Answer:\tTwo years from the day of purchase.\n"
    }
  ],
  "temperature": 0.0,
  "seed": 42,
  "max_tokens": 8
}
JSON
