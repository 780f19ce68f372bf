const NAMES = {
  question: ["question", "query"],
  answer: ["answer", "response", "claim"],
  evidence: ["evidence", "context", "document"],
  must_mention: ["must_mention"],
};
const JAVA_SPACE =
  "\t\n\x0b\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000";
const SPACE = JAVA_SPACE + "\x85\xa0\u2007\u202f";
const THINKING = [
  [/<thinking>/i, /<\/thinking>[ \t\n\x0b\f\r]*/i],
  [/<think>/i, /<\/think>[ \t\n\x0b\f\r]*/i],
  [/<reasoning>/i, /<\/reasoning>[ \t\n\x0b\f\r]*/i],
  [/```thinking/i, /```[ \t\n\x0b\f\r]*/i],
  [/<!--[ \t\n\x0b\f\r]*thinking:/i, /-->[ \t\n\x0b\f\r]*/i],
];
const YES_NO = { yes: "yes", true: "yes", pass: "yes", no: "no", false: "no", fail: "no" };

// What is asked.

/** The body of the request: what grader.yaml or regression.yaml says, and the prompt. */
function request(_prompt, vars, context) {
  const label = context && context.prompt && context.prompt.label;
  if (vars.rubric !== undefined && label !== undefined && label !== "llm-rubric") {
    throw new Error(`this judge answers llm-rubric assertions, not ${label}`);
  }
  return { messages: [{ role: JUDGE.role, content: fill(valuesOf(vars)) }] };
}

function valuesOf(vars) {
  const known = vars.case !== null && typeof vars.case === "object" ? vars.case : vars;
  const answer = "output" in vars ? vars.output : known.answer;
  const values = {};
  for (const [meaning, names] of Object.entries(NAMES)) {
    if (!JUDGE.uses.includes(meaning)) continue;
    const name = names.find((one) => known[one] !== undefined);
    const value = meaning === "answer" ? answer : known[name];
    values[meaning] = textOf(value, meaning, names);
  }
  return values;
}

function textOf(value, meaning, names) {
  if (typeof value === "string") return meaning === "evidence" && strip(value, JAVA_SPACE) === "" ? "" : value;
  const texts = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (texts && meaning === "evidence") return value.filter((one) => strip(one, JAVA_SPACE) !== "").join("\n");
  if (texts && meaning === "must_mention") return value.join(", ");
  if (meaning === "answer") {
    throw new Error("the answer is no text; the assertion needs `transform: JSON.stringify(output)`, as in grader.yaml");
  }
  throw new Error(`the prompt uses ${meaning}: give each test a variable ${names.join(" or ")} that holds text`);
}

function fill(values) {
  if (JUDGE.dialect === "stringtemplate") return new Writer(values).written(JUDGE.steps);
  const meaning = {};
  for (const [name, synonyms] of Object.entries(NAMES)) for (const one of synonyms) meaning[one] = name;
  return JUDGE.template.replace(/\{([a-z_]+)\}/g, (found, name) =>
    Object.hasOwn(meaning, name) ? values[meaning[name]] : found,
  );
}

/** StringTemplate's interpreter and its indenting writer, as far as a prompt needs them. */
class Writer {
  constructor(values) {
    this.values = values;
    this.pieces = [];
    this.indents = [];
    this.atLineStart = true;
    this.onLine = 0;
  }

  written(steps) {
    this.run(steps, true);
    return this.pieces.join("");
  }

  run(steps, outermost) {
    let total = 0;
    let previous = null;
    for (const step of steps) {
      if (step === "newline") {
        const first = previous === null && outermost;
        if (first || previous === "newline" || (previous && "indent" in Object(previous)) || this.onLine) this.write("\n");
        this.onLine = 0;
      } else if (step === "dedent") {
        this.indents.pop();
      } else if ("indent" in step) {
        this.indents.push(step.indent);
      } else {
        const count = this.value(step);
        total += count;
        this.onLine += count;
      }
      previous = step;
    }
    return total;
  }

  value(step) {
    if ("steps" in step) return this.run(step.steps, false);
    return this.write("text" in step ? step.text : this.values[step.name]);
  }

  write(text) {
    const before = this.pieces.length;
    text.replaceAll("\r", "").split("\n").forEach((line, number) => {
      if (number) {
        this.pieces.push("\n");
        this.atLineStart = true;
      }
      if (!line) return;
      if (this.atLineStart) this.pieces.push(...this.indents);
      this.atLineStart = false;
      this.pieces.push(line);
    });
    return this.pieces.slice(before).reduce((sum, piece) => sum + piece.length, 0);
  }
}

// How a reply is read.

const READERS = {
  "spring-2.0": (text) => passOrFail(equalsIgnoreCase(strip(text, JAVA_SPACE), "yes")),
  "spring-1.0.2": (text) => passOrFail(equalsIgnoreCase(text, "yes")),
  "spring-1.0.0-relevancy": (text) => passOrFail(text.toLowerCase().includes("yes")),
  "spring-score-1-4": (text) => {
    const number = recordNumber(text);
    return passOrFail(number !== null && number >= JUDGE.params.passes_from);
  },
  "spring-rubric-1-5": (text) => {
    const number = recordNumber(text);
    return passOrFail(number !== null && number >= JUDGE.params.passes_from && number <= 5);
  },
  json: (text) => {
    const values = fieldValues(strip(text, SPACE), JUDGE.params.field).map((value) => {
      if (typeof value === "boolean") return value ? "yes" : "no";
      const word = typeof value === "string" ? strip(value, SPACE).toLowerCase() : "";
      return Object.hasOwn(YES_NO, word) ? YES_NO[word] : null;
    });
    return new Set(values).size === 1 ? values[0] : null;
  },
};

function passOrFail(passes) {
  return passes ? "pass" : "fail";
}

/** Java's String.equalsIgnoreCase: "yeſ" equals "yes". */
function equalsIgnoreCase(one, other) {
  const [left, right] = [[...one], [...other]];
  return (
    left.length === right.length &&
    left.every((a, at) => {
      const [x, y] = [upper(a), upper(right[at])];
      return a === right[at] || x === y || x.toLowerCase()[0] === y.toLowerCase()[0];
    })
  );
}

function upper(character) {
  const mapped = character.toUpperCase();
  return [...mapped].length === 1 ? mapped : character;
}

/** The text without the characters of `space` at its ends. */
function strip(text, space) {
  let [start, end] = [0, text.length];
  while (start < end && space.includes(text[start])) start += 1;
  while (end > start && space.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Java's String.trim(). */
function trim(text) {
  return text.replace(/^[\0- ]+/, "").replace(/[\0- ]+$/, "");
}

/** The values of a field of a text that is one strict JSON object; a field given twice has two. */
function fieldValues(text, field) {
  let object;
  try {
    object = JSON.parse(text);
  } catch {
    return [];
  }
  if (object === null || typeof object !== "object" || Array.isArray(object)) return [];
  const values = [];
  let [depth, name, start] = [0, null, -1];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    const ends = depth === 1 && (token === "," || token === "}");
    if (ends && name === field && start >= 0) values.push(JSON.parse(text.slice(start, index)));
    if (ends) [name, start] = [null, -1];
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && token === ":" && start < 0) start = index + 1;
    else if (depth === 1 && token[0] === '"' && name === null) name = JSON.parse(token);
  }
  return values;
}

/** The int that Jackson makes of a record's field, after Spring's converter has cleaned the reply; or null. */
function recordNumber(text) {
  const numbers = fieldValues(cleaned(text), JUDGE.params.field).map((value) => {
    if (typeof value === "string") value = /^[+-]?[0-9]{1,10}$/.test(trim(value)) ? Number(trim(value)) : null;
    return typeof value === "number" && value >= -(2 ** 31) && value <= 2 ** 31 - 1 ? Math.trunc(value) + 0 : null;
  });
  return new Set(numbers).size === 1 ? numbers[0] : null;
}

function cleaned(text) {
  text = trim(THINKING.reduce((rest, [opens, closes]) => withoutBlocks(rest, opens, closes), trim(text)));
  if (text.length >= 6 && text.startsWith("```") && text.endsWith("```")) {
    const newline = text.indexOf("\n");
    const first = newline < 0 ? text : text.slice(0, newline);
    if (trim(first).length > 3) text = newline < 0 ? "" : text.slice(newline + 1);
    else text = text.slice(3);
    if (text.endsWith("```")) text = text.slice(0, -3);
  }
  return trim(text);
}

function withoutBlocks(text, opens, closes) {
  let [kept, rest] = ["", text];
  for (;;) {
    const start = opens.exec(rest);
    const inside = start ? rest.slice(start.index + start[0].length) : "";
    const end = start && closes.exec(inside);
    if (!end) return kept + rest;
    kept += rest.slice(0, start.index);
    rest = inside.slice(end.index + end[0].length);
  }
}

// What becomes of it.

/** The value of the scale that a reply stands for; null: no verdict. */
function read(text) {
  const token = READERS[JUDGE.rule](text);
  const value = token !== null && Object.hasOwn(JUDGE.tokens, token) ? JUDGE.tokens[token] : token;
  return JUDGE.values.includes(value) ? value : null;
}

/** For llm-rubric. `pass` is always set: without it promptfoo takes any reply for a pass. */
function grade(json) {
  const text = replyOf(json);
  const value = read(text);
  if (value === null) {
    return { pass: false, score: 0, reason: `no verdict: the reply cannot be read by the rule ${JUDGE.rule}: ${shown(text)}` };
  }
  const pass = JUDGE.passing.includes(value);
  const score = Object.hasOwn(JUDGE.scores, value) ? JUDGE.scores[value] : Number(pass);
  return { pass, score, reason: `verdict ${value}: the reply was ${shown(text)}` };
}

/** For regression.yaml: pass or fail; a reply without a verdict fails, as it did where the judge was measured. */
function verdict(json) {
  const text = replyOf(json);
  const value = read(text);
  const metadata = { verdict: value, reply: text };
  if (value === null) return { output: `fail: no verdict in ${shown(text)}`, metadata };
  return { output: passOrFail(JUDGE.passing.includes(value)), metadata };
}

/** Finish reasons of a reply that is over, however little it holds. */
const ENDED = ["stop", "length", "content_filter"];

function replyOf(json) {
  if (JUDGE.provider === "openai") {
    const choice = json && Array.isArray(json.choices) ? json.choices.find(isObject) : null;
    if (!choice || !isObject(choice.message)) throw new Error("the server sent no chat completion");
    return textIn(completionText(choice));
  }
  if (!json || !json.done) throw new Error("the server sent an unfinished answer");
  return textIn(isObject(json.message) ? messageText(json.message) : null);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function textIn(text) {
  if (text === null) throw new Error("the server sent a reply that is no text");
  return text;
}

/** The text of a message, its parts joined where it has parts, but for thoughts; null where it holds anything but text. */
function messageText(message) {
  const content = message.content;
  if (!Array.isArray(content)) return typeof content === "string" ? content : null;
  const isText = (part) => isObject(part) && part.type === "text" && typeof part.text === "string";
  const said = content.filter((part) => !isThought(part));
  return said.length && said.every(isText) ? said.map((part) => part.text).join("") : null;
}

/** The same, or the words of a refusal; nothing is an empty reply where the model only thought, or came to its end. */
function completionText(choice) {
  const message = choice.message;
  const [text, refusal] = [messageText(message), typeof message.refusal === "string" ? message.refusal : null];
  if (text === null && refusal === null && isEmpty(message)) {
    return ENDED.includes(choice.finish_reason) || thought(message) ? "" : null;
  }
  return text || refusal || text;
}

/** Whether a message holds nothing, or only what the model thought before; a tool's name is something. */
function isEmpty(message) {
  const content = message.content ?? null;
  const onlyThought = Array.isArray(content) && content.length > 0 && content.every(isThought);
  const calls = [message.tool_calls, message.function_call].some((one) => (Array.isArray(one) ? one.length : one));
  return (content === null || onlyThought) && !calls;
}

function thought(message) {
  const isWords = (text) => typeof text === "string" && text !== "";
  const parts = Array.isArray(message.content) ? message.content.filter(isThought).map((part) => part.thinking) : [];
  const nested = parts.flatMap((part) => (Array.isArray(part) ? part.filter(isObject).map((one) => one.text) : part));
  return [message.reasoning_content, message.reasoning, ...nested].some(isWords);
}

function isThought(part) {
  return isObject(part) && part.type === "thinking";
}

function shown(text) {
  return JSON.stringify(text.length > 300 ? text.slice(0, 300) + "…" : text);
}

module.exports = { fill, grade, read, request, verdict };
