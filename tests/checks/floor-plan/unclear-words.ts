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
  ['asks', 'requests'],
  ['belonging', 'the scope of a resource'],
  ['deed', 'call, operation'],
  ['deeds', 'calls, operations'],
  ['fault', 'error, violation'],
  ['faults', 'errors, violations'],
  ['hear', 'handle, on…'],
  ['heard', 'received'],
  ['hears', 'handles, on…'],
  ['keeper', 'store, retention'],
  ['lane', 'queries, mutations'],
  ['mover', 'reconciler'],
  ['news', 'event, update, notification'],
  ['nobody', 'anonymous, none'],
  ['outlet', 'sink'],
  ['outline', 'manifest'],
  ['people', 'users, members'],
  ['person', 'user, member, visitor, caller'],
  ['persons', 'users, members'],
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
  ['standing', 'membership'],
  ['stranger', 'outsider, unknown user'],
  ['strangers', 'outsiders, unknown users'],
  ['tell', 'publish, notify'],
  ['tells', 'publishes, notifies'],
  ['told', 'published, notified'],
  ['unanswered', 'not responding'],
  ['untold', 'polled, not pushed'],
  ['unwanted', 'unsubscribed'],
  ['upkeep', 'the reconcile loop'],
  ['wanted', 'requested, subscribed'],
  ['wish', 'the desired state'],
  ['wished', 'desired'],
  ['wishes', 'desired states'],
])

/** Names from libraries and from the specification. */
const given = new Set([
  // React Router
  'Outlet',
  'useOutletContext',
  // A code of the specification
  'ask_admin_to_provide_access_to_dev_env',
])

/** Returns the unclear word of a name with its replacement; undefined when all words are clear. */
export function unclearWord(name: string): string | undefined {
  if (given.has(name)) return undefined
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
