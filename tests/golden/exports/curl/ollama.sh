#!/bin/sh
# Judge hostile spring-2.0, written by the judge calibration workbench 0.1.0, 2026-09-14.
# The request is exactly what the judge sends; the reply is yours to read, by the rule below.
# config_sha256 of the judge: d13d4d9470c1a0acc26d30be91eb4af15237bedb0726f3ea35543cb625897766
#
# The prompt is filled for one made-up case; everything else in the body is what the judge sends about any case.
# To ask about another case, fill the prompt with a program (target python): a shell cannot quote every text.
#
# How the reply is read: the text at .message.content, by the rule spring-2.0 (a person).
# Spring AI 2.0: passes "yes" in any case, white space around it stripped; the rest fails.
# What it yields means, on the scale: {"yes": "pass", "no": "fail", "pass": "pass", "fail": "fail"}
# These values pass: ["pass"]
set -eu
curl --silent --show-error --fail-with-body \
  --header 'Content-Type: application/json' \
  --data-binary @- http://127.0.0.1:11434/api/chat <<'JSON'
{
  "model": "small:1b",
  "messages": [
    {
      "role": "user",
      "content": "\tReply as {\"verdict\": \"yes\"} or \\\"no\\\"; {{ x }} {% y %} ${z} <w> $v$ #{u} %s {0} {unknown}\r\nQuestion: How long is the warranty?\n\tEvidence: Every device has a warranty of 24 months after purchase.\nBatteries are covered for 12 months.\n\n  Answer:\tTwo years from the day of purchase.\n"
    }
  ],
  "stream": false,
  "truncate": false,
  "keep_alive": "10m",
  "options": {
    "temperature": 0.0,
    "seed": 42,
    "num_predict": 8
  }
}
JSON
