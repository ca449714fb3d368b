import type { Draft } from 'immer'

/** From here on somebody else is signed in, or nobody: what belonged to the person before is gone at once. */
export const personChanges = ['ui/signOutPressed', 'tab/signedOut', 'tab/signedIn', 'api/sessionEnded'] as const

type PersonChange = (typeof personChanges)[number]

type Forgetting<S> = Record<PersonChange, (draft: Draft<S>) => S | undefined>

/** The handlers of a slice whose state belongs to the person who is signed in. */
export const forgetWithPerson = <S>(forget: (draft: Draft<S>) => S | undefined): Forgetting<S> => ({
  'ui/signOutPressed': forget,
  'tab/signedOut': forget,
  'tab/signedIn': forget,
  'api/sessionEnded': forget,
})
