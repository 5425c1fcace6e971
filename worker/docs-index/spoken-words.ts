import { normaliseTerm } from "./normalise-term.ts";

/**
 * Words of people who ask, with documentation's words for the same thing: on the left one word, or two that stand near each
 * other; on the right words to look for as well. General talk of programmers, and nothing of a single library.
 */
const SPOKEN = `
kill, quit: terminate cancel stop
hang, stuck, freeze, froze, frozen: block deadlock wait
blow up, explode, choke: throw error fail
crash, die: exit uncaught fatal
dead, gone, stale: inactive terminate expire
down, outage: unavailable failure
complain, yell, whine: error warning
refuse, bounce, turn away: reject deny disallow
forbid, ban, block: disallow prevent deny
accept, tolerate, permit: allow
get rid, throw away, wipe, clear, purge: remove delete discard
shut down, stop server: shutdown graceful
spin up, bring up: start create
tear down: destroy cleanup
take back, undo, revert: rollback
rescue, salvage, get back: recover restore
broken, corrupt, damaged: corruption malformed
does nothing, no effect, not work, never runs: disabled ignored enable
silently, swallow: ignored suppress
turn off, switch off, opt out: disable
turn on, switch on, opt in: enable
flag, switch, knob, toggle: option
setting, tweak: option configuration
by hand, manual: explicit manually
make sure, sure that: ensure guarantee
avoid, stop from, keep from: prevent
check: validate verify
impossible, bad, wrong, bogus, nonsense: invalid
strict, force, insist: enforce
mandatory, must have: required
absent, left out, not there, be missing: optional undefined missing
empty, nothing in: null undefined
extra, unexpected, unwanted: additional unknown excess
fall back, otherwise: default fallback
twice, double, two times: duplicate
processed twice, exactly once, only once: idempotent
ram: memory in-memory
disk: file storage
eats memory, memory grows: leak
remember, keep around: cache memoize persist
forget, lose, lost: discard persist
speed up, faster, slow, sluggish, fast, quick: performance optimize
lag, laggy: latency delay
burn cpu: polling usage
same time, parallel, simultaneous, at once: concurrent
one by, one after, in turn: sequential order
race, clash, collide: conflict concurrent
all nothing, halfway: atomic transaction
job, work item: task
background, fire-and-forget: task asynchronous
main thread, event loop: blocking
child process, another program, shell command: subprocess spawn
talk to, communicate: message channel
every seconds, every minute, every hour, every day, every night, periodic, recurring: interval schedule cron
timer: interval timeout
later, afterwards, after response: defer schedule
nap, sleep, idle: inactive suspend
keep alive, awake, stay open: keepalive
wait for, until done: await block
takes minutes, long time, takes long, takes forever: timeout long-running
too long, give up: timeout
try again, once more, flaky: retry
pick up, left off, continue: resume
percent, percentage, how far: progress
offline, lost connection, drops: disconnect reconnect
real time, live update: websocket subscription stream
piece by, bit by, as arrives, line by: stream incremental chunk
push, tell others: broadcast publish notify
watch, notice, react to: observe subscribe
fire, kick off, go off: trigger emit
callback, hook: handler listener
flood, hammer, overwhelm: rate limit backpressure
throttle, too often, too fast, many requests: rate limit
log in, sign in, logged in: authentication session
log out, logged out: logout session
stay logged, remember me: session cookie refresh
who may, who can, allowed to, admin only: permission authorization role
secret, password, api key: credential token
fake, forged, spoof, impersonate: verify signature
trust, dangerous, unsafe: untrusted validate security
cert, self signed: certificate
ssl, https: tls certificate
another domain, other domain, different domain, another site: origin cross-origin cors
my machine, local machine, own computer: localhost
behind proxy, behind nginx: proxy forwarded
question mark, query string: query parameter
payload: body
upload: multipart file
download: attachment
raw, untouched, unparsed, as is: raw buffer verbatim
handle: connection descriptor
record, entry: row
field, attribute, key: property column
dictionary, dict: map object
list: array
fixed list, allowed values, one of: enum union
fixed set, these values: enum literal
number, digit: integer numeric
money, rounding, decimals: decimal precision
yes no, true false: boolean
whatever: unknown any
picture: image binary
unique id: uuid identifier
auto number, next number: sequence identity
dupes, dedupe: distinct unique
ignore case, upper lower: case-insensitive collation
next page, page through: pagination cursor
in bulk, many rows: batch bulk
copy, duplicate: clone snapshot backup
dump: export backup
live, running: online
who changed, history of: audit log
why slow, slow query: explain plan
part of, part word, middle of: substring partial
misspelled, typo: similar fuzzy
look up, search: lookup find
pick, choose: select
only these, just these: include filter
skip, leave out, except: exclude ignore omit
order, sorted: sort
how often: count
go through, loop over: iterate
all files, walk: recursive glob
wildcard: glob pattern
regex, regexp: pattern expression
combine, both, together: combine merge
either: or union
split, chop, cut: chunk partition
glue, stitch: join concatenate
turn into, make into: convert transform
string to, from string: coerce parse
readable, pretty, nice: format
print, show: output log display
noisy, verbose: logging level
quiet, shut up: silent suppress
shrink, shorten, smaller: truncate compact compress
grow: increase limit
too big, too large, too many, huge, oversized: limit maximum exceed
how many, how big, how large, how much: limit maximum size
at most, cap, no more: maximum limit
at least: minimum
add fields, add field, more fields, add properties, add columns: extend
drop, take out: remove delete
change, edit, tweak: modify update alter
swap, exchange: replace
upgrade, old version, new version: migrate migration
replaces, replaced, successor: deprecated removed
unchangeable, cannot change, not change: immutable readonly read-only
read only, view only, look but, without change: read-only readonly
hide, keep private: private visibility
share between, two share, same data: shared
pass along, forward, pass down: propagate
nested, inside another, inner: child nesting
tree, self referencing: recursive
wrap: wrapper decorator
subclass, derive, inherit: extends inheritance
one instance: singleton
when created: constructor initialize
boot, start up, startup: start initialization
name clash, same name: conflict alias
short import, import path: alias resolve
cannot find, not find: resolution resolve
old browsers: legacy target polyfill
unused code, dead code: tree-shaking
on demand, lazily: lazy dynamic
ahead of: preload prefetch
hot reload, live reload: hmr
re-render, rerender, renders again: render memo
popup, modal: dialog
text box: input
shown first, appears: mount
pin version, lock version: lockfile
monorepo: workspace packages
live site, ship, roll out: deploy production
server side: server ssr
more instances, scale: replica scaling
is up: health
step through, breakpoint: debugger inspect
stub, fake, pretend: mock
run one, only this: filter only
red squiggle, compile error: error diagnostic
guess, figure out, work out: infer detect
types lost, loses type, lost type: inference inferred
autocomplete, suggestions: completion intellisense
autogenerate, boilerplate: generate codegen
made up: generate
outside, third party, somebody else's: external
clean up, tidy: cleanup dispose close
line break: newline
garbled, weird characters: encoding charset
accent: unicode encoding
language, translate: locale internationalization
old enough, expire: expiration ttl
clock: time timestamp
where, location: path
folder: directory
working folder: cwd
ctrl-c: signal interrupt
command line: cli argument
link: url href
mail: email
website, web page: site
func, fn: function
param: parameter
arg: argument
db: database
auth: authentication authorization
config, conf: configuration
env: environment
dir: directory
dep: dependency
int: integer
bool: boolean
async: asynchronous
sync: synchronous synchronize
perf: performance
var: variable
dev: development
prod: production
repo: repository
ws: websocket
lib: library
impl: implementation
init: initialize
temp, tmp: temporary
max: maximum
min: minimum
`;

/** Most terms added to a question, which gets 2.5 on average; each term costs as much as a word that was asked. */
const MAX_ADDED = 6;
/** Number of words that may stand between the two words of a pair. */
const MAX_GAP = 2;

type Spoken = { second: string | null; added: string[] };

const SPOKEN_BY_FIRST = readSpoken();

/** The terms that documentation may use for the words of a question, without the question's own terms. */
export function spokenTerms(question: string): string[] {
  const terms = (question.toLowerCase().match(/[a-z][a-z-]*/g) ?? []).map(normaliseTerm);
  const added = new Set<string>();
  terms.forEach((term, i) => {
    const next = new Set(terms.slice(i + 1, i + 2 + MAX_GAP));
    for (const spoken of SPOKEN_BY_FIRST.get(term) ?? [])
      if (spoken.second === null || next.has(spoken.second))
        for (const one of spoken.added) if (!terms.includes(one)) added.add(one);
  });
  return [...added].slice(0, MAX_ADDED);
}

function readSpoken(): Map<string, Spoken[]> {
  const byFirst = new Map<string, Spoken[]>();
  for (const line of SPOKEN.trim().split("\n")) {
    const [left = "", right = ""] = line.split(": ");
    const added = right.split(" ").map(normaliseTerm);
    for (const key of left.split(", ")) {
      const [first = "", second = null] = key.split(" ").map(normaliseTerm);
      const all = byFirst.get(first) ?? [];
      all.push({ second, added });
      byFirst.set(first, all);
    }
  }
  return byFirst;
}
