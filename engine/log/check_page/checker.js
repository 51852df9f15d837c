/* Judges a log: only what can be seen without the rules of its game. */

const PROVED = "proved";
const SO_FAR = "proved as far as can be known now";
const NOT_PROVED = "not proved";
const NOT_CHECKED = "not checked here";
const DICE_LOG = "rolls"; // the first kind in the log of a channel's rolls

/* bytes: Uint8Array. Never throws because of what they are. */
async function checkLog(bytes) {
  const found = {
    game: "",
    format: "",
    entries: [],
    commits: [],
    rest: [],
    checked: [],
    limits: [],
    fault: "",
    entry: 0,
  };
  let proof = null;
  try {
    await readLog(bytes, found);
    const count = counted(found.entries.length, "entry", "entries");
    found.checked.push(`${count}, each byte as it was written and each linked to the one before`);
  } catch (trouble) {
    noteFault(found, trouble);
  }
  if (!found.fault && found.entries[0].kind === DICE_LOG) {
    found.limits.push("It is a dice log, of rolls without a game. Only “fieldpost verify” rolls these again.");
    return { ...found, verdict: NOT_CHECKED, head: found.entries.at(-1).link };
  }
  try {
    proof = new DiceProof(found.game, found.format);
    found.commits = proof.commits;
    for (const entry of found.entries) await proof.add(entry);
    if (!found.fault) proof.end();
  } catch (trouble) {
    noteFault(found, trouble);
    found.rest = found.entries.slice(proof.before.length + 1).flatMap(uncheckedRolls);
  }
  if (!found.fault) {
    found.checked.push(
      `${counted(proof.locks, "lock")}, each naming its orders, the lock before it and a promise made earlier and kept`,
    );
    found.checked.push(`${counted(proof.dice, "die", "dice")}, each rolled again from its lock and secret`);
    found.limits = limitsOf(found);
  }
  found.verdict = found.fault ? NOT_PROVED : found.limits.length ? SO_FAR : PROVED;
  found.head = found.fault ? "" : found.entries.at(-1).link;
  return found;
}

/* The rolls of an entry that comes after the first thing that does not hold. */
function uncheckedRolls({ seq, kind, hidden, body }) {
  if (kind !== "happened" || hidden || !BODIES.get(kind)(body)) return [];
  return body
    .filter((event) => event.get("event") === "rolled" && isRoll(event))
    .map((event) => ({ seq, event, state: "unchecked" }));
}

/* Of two faults that of the earlier entry counts. */
function noteFault(found, trouble) {
  if (!(trouble instanceof ProofFailed)) throw trouble;
  if (!found.fault || trouble.entry < found.entry)
    Object.assign(found, { fault: trouble.message, entry: trouble.entry });
}

/* What cannot be known yet, and why. */
function limitsOf({ format, entries, commits }) {
  const limits = [];
  const hidden = entries.filter((entry) => entry.hidden);
  const last = entries.findLast((entry) => entry.kind === "promised" || entry.kind === "closed");
  if (last.kind === "promised") {
    limits.push(`The secret that entry ${last.seq} promises is shown with the next commit: the game is not over.`);
  }
  for (const [kind, words] of [
    ["opened", "What the game began with is still secret."],
    ["written", "Orders and drafts are still secret, so what the locks name of them cannot be compared yet: "],
    ["happened", "Events are still secret, and so are any dice among them: "],
  ]) {
    const seqs = hidden.filter((entry) => entry.kind === kind).map((entry) => entry.seq);
    if (seqs.length) limits.push(kind === "opened" ? words : `${words}${entryList(seqs)}.`);
  }
  if (format === FIRST_FORMAT) {
    limits.push(
      `${FIRST_FORMAT} leaves some things free that the dice depend on: the id of the player's message, the numbers ` +
        "of the lines of the orders and of their draft. Whoever ran the bot could have tried them until the dice " +
        "suited them.",
    );
  }
  return [...limits, ...beaconLimits(commits)];
}

function beaconLimits(commits) {
  const rounds = commits.filter((commit) => commit.beacon);
  const drawn = rounds.filter((commit) => commit.signature);
  const silent = rounds.filter((commit) => commit.drawn && !commit.signature);
  const limits = rounds
    .filter((commit) => !commit.drawn)
    .map(
      ({ number, beacon }) => `The dice of lock ${number} wait for round ${beacon.get("round")} of the public beacon.`,
    );
  if (silent.length)
    limits.push(`${counted(silent.length, "commit")} made without the public beacon, which was silent.`);
  if (drawn.length) {
    limits.push(
      `The dice of ${counted(drawn.length, "lock")} depend on rounds of a public beacon. That these rounds are ` +
        "genuine, and that nobody could know them when they were named, is checked by “fieldpost verify” alone. If they were " +
        "not, these dice could have been chosen.",
    );
  }
  return limits;
}

function counted(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

const LISTED = 8;

function entryList(seqs) {
  const listed = seqs.slice(0, LISTED).join(", ");
  const more = seqs.length > LISTED ? ` and ${seqs.length - LISTED} more` : "";
  return `${seqs.length === 1 ? "entry" : "entries"} ${listed}${more}`;
}
