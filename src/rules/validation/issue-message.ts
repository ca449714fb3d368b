import type * as v from 'valibot'

const expectedTypeMessages: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  boolean: 'Must be true or false.',
  Array: 'Must be a list.',
  Object: 'Must be an object.',
}

/** Returns the message of an issue whose schema has none. */
export const issueMessage = (issue: v.BaseIssue<unknown>): string => {
  if (issue.expected === 'never') return 'Unknown field.'
  if (issue.received === 'undefined') return 'Required.'
  const named = issue.expected?.match(/^\(?"[^"]*"( \| "[^"]*")*\)?$/)
    ? issue.expected.replace(/[()"]/g, '')
    : undefined
  if (named !== undefined) return `Must be one of: ${named.replaceAll(' | ', ', ')}.`
  return expectedTypeMessages[issue.expected ?? ''] ?? 'Not valid.'
}
