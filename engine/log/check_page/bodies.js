/* What the body of each kind of entry says: exactly these keys, each with a value of that type. */

const isText = (value) => typeof value === "string";
const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
const isYesOrNo = (value) => typeof value === "boolean";
const isNull = (value) => value === null;
const is = (constant) => (value) => value === constant;
const either =
  (...checks) =>
  (value) =>
    checks.some((check) => check(value));
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
const pairOf = (one, other) => (value) =>
  Array.isArray(value) && value.length === 2 && one(value[0]) && other(value[1]);
const mapOf = (check) => (value) => value instanceof JsonObject && [...value.values()].every(check);
const record =
  (keys, optional = {}) =>
  (value) =>
    value instanceof JsonObject &&
    Object.entries(keys).every(([key, check]) => value.has(key) && check(value.get(key))) &&
    [...value.keys()].every(
      (key) => Object.hasOwn(keys, key) || (Object.hasOwn(optional, key) && optional[key](value.get(key))),
    );

const LOCK = { game: isText, lock: isWhole, phase: isText, orders: mapOf(isText), previous: isText, promise: isText };
const isBeacon = either(isNull, record({ chain: isText, round: isWhole }));
const isLock = record({ ...LOCK, v: is("fieldpost-dice/2"), beacon: isBeacon });
const isFirstLock = record({ ...LOCK, v: is("fieldpost-dice/1"), nonce: isText, beacon: isNull });
const isLocked = record({ v: is(FORMAT), lock: isLock, nonce: isText, runs: listOf(isText) });
const isDraft = record({ as: is("draft"), text: isText }, { ahead: is(true) });
const isOrders = record({ as: is("orders"), lines: listOf(pairOf(isWhole, isText)), draft: isWhole });
const isChange = record({ path: listOf(isText), value: isText });
const isChoice = record({ chain: isText, patience: isWhole });

const OPENED = { game: isText, name: isText, system: isText, version: isText, scenario: isText, source: isText };
const BODIES = new Map([
  ["opened", record({ ...OPENED, period: either(isWhole, isNull) }, { log: is(FORMAT), beacon: isChoice, terms: mapOf(isText) })],
  ["seated", record({ player: isText, left: isText }, { why: isText, closes: listOf(isWhole) })],
  ["deputed", record({ player: isText })],
  ["timed", record({ act: isText, due: isText, role: isText, by: isText, sides: listOf(isText), why: isText })],
  ["proposed", record({ motion: isText, value: isText, by: isText })],
  ["voted", record({ on: isWhole, yes: isYesOrNo, by: isText })],
  ["said", record({ to: listOf(isText), text: isText })],
  ["promised", record({ promise: isText })],
  ["written", either(isDraft, isOrders)],
  ["locked", either(isLocked, isFirstLock)],
  ["awaited", record({ closes: listOf(isText), by: isText })],
  ["drawn", record({ round: isWhole, signature: isText })],
  ["happened", listOf((event) => event instanceof JsonObject && isText(event.get("event")))],
  ["done", record({ by: isText })],
  ["revealed", record({ lock: isWhole, secret: isText, seed: isText, salts: mapOf(isText) })],
  ["closed", record({ winner: either(isText, isNull), reason: either(isText, isNull) })],
  ["ruled", record({ by: isText, text: isText }, { changes: listOf(isChange) })],
  ["rewound", record({ by: isText, to: isWhole }, { why: isText })],
]);

const isRoll = (event) =>
  record({ why: isText, sides: isWhole, faces: listOf(isWhole) })(
    new JsonObject(["why", "sides", "faces"].filter((key) => event.has(key)).map((key) => [key, event.get(key)])),
  ) && Object.entries(ROLL_DETAILS).every(([key, check]) => !event.has(key) || check(event.get(key)));
const ROLL_DETAILS = {
  nth: isWhole,
  mods: listOf(pairOf(isText, isWhole)),
  need: either(isWhole, isNull),
  result: isText,
  rule: isText,
  successes: isWhole,
  most: isWhole,
};

/* The ids by which a commit can be told, as the format lists them. */
const MESSAGE = /^(?:discord:[0-9]{1,20}(?:-all)?|mail:[0-9a-f]{64}|forum:(?:topic|letter):[0-9]{1,18}\/[0-9]{1,18})$/;
const isMessage = (nonce) => MESSAGE.test(nonce);
const isNonce = (nonce) =>
  isMessage(nonce) || nonce.startsWith("deadline:") || ["keyboard", "ahead", "left", "referee"].includes(nonce);
