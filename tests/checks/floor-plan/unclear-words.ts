/**
 * Words that a reader of another codebase would have to translate, with the usual terms. No identifier and no file name
 * contains one of them.
 */
const instead = new Map([
  ['answer', 'response, reply, respond'],
  ['answered', 'succeeded, responded'],
  ['answers', 'responses, responds'],
  ['ask', 'request, query, mutate'],
  ['asked', 'requested, the input'],
  ['asker', 'caller, user'],
  ['asks', 'requests'],
  ['belonging', 'the scope of a resource'],
  ['breathe', 'yield'],
  ['deed', 'call, operation'],
  ['deeds', 'calls, operations'],
  ['doomed', 'to drop'],
  ['fault', 'error, violation'],
  ['faults', 'errors, violations'],
  ['hear', 'handle, on…'],
  ['heard', 'received'],
  ['hears', 'handles, on…'],
  ['keeper', 'store, retention'],
  ['lane', 'queries, mutations'],
  ['lent', 'mounted by the engine'],
  ['mover', 'reconciler'],
  ['news', 'event, update, notification'],
  ['nobody', 'anonymous, none'],
  ['outlet', 'sink'],
  ['outline', 'manifest'],
  ['people', 'users, members'],
  ['person', 'user, member, visitor, caller'],
  ['persons', 'users, members'],
  ['quietly', 'what happens to the error'],
  ['refusal', 'error, rejection'],
  ['refusals', 'errors, rejections'],
  ['refuse', 'reject'],
  ['refused', 'rejected, the error'],
  ['refuses', 'rejects'],
  ['refusing', 'rejecting'],
  ['said', 'message, event, output'],
  ['say', 'publish, post, send'],
  ['saying', 'publishing'],
  ['says', 'publishes, the message'],
  ['shelf', 'store'],
  ['somebody', 'user, member'],
  ['soonest', 'min'],
  ['standing', 'membership'],
  ['stranger', 'outsider, unknown user'],
  ['strangers', 'outsiders, unknown users'],
  ['tell', 'publish, notify'],
  ['tells', 'publishes, notifies'],
  ['tidy', 'clean up, enforce'],
  ['told', 'published, notified'],
  ['unanswered', 'not responding'],
  ['untold', 'polled, not pushed'],
  ['unwanted', 'unsubscribed'],
  ['upkeep', 'the reconcile loop'],
  ['walkable', 'reachable'],
  ['wanted', 'requested, subscribed'],
  ['wish', 'the desired state'],
  ['wished', 'desired'],
  ['wishes', 'desired states'],
  ['worded', 'with a label'],
])

/** Names from libraries and from the specification. */
const given = new Set([
  // React Router
  'Outlet',
  'useOutletContext',
  // A code of the specification
  'ask_admin_to_provide_access_to_dev_env',
])

/** Limits and defaults under names of their own. Each of these words is clear inside a name. */
const limitPrefix = /^(?:MOST|LONGEST|SHORTEST|SOONEST|FEWEST)_|^(?:most|longest|shortest|soonest|usual)[A-Z]/

const known = new Map<string, string | undefined>()

/** Returns the unclear word of a name with its replacement; undefined when all words are clear. */
export function unclearWord(name: string): string | undefined {
  if (!known.has(name)) known.set(name, findUnclearWord(name))
  return known.get(name)
}

function findUnclearWord(name: string) {
  if (given.has(name)) return undefined
  if (limitPrefix.test(name)) return `"${name}" is a limit or a default; write: MAX_, MIN_, max…, min…, default…`
  const word = wordsOf(name).find((part) => instead.has(part))
  return word && `"${name}" contains "${word}"; write: ${instead.get(word)}`
}

function wordsOf(name: string) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
