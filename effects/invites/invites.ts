import { filter, map, switchMap, take } from 'rxjs'
import * as v from 'valibot'
import { openedInviteShape } from '../../src/invites/opened-invite.ts'
import { onOwnOrigin } from '../../src/rules/redirect-path.ts'
import { sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

const page = /^\/invite\/([^/]+)\/?$/

/** The secret of an invitation leaves the address at once, and is kept in this tab until it is answered. */
export const takeInviteSecret: Effect = (messages, { world }) =>
  messages.of('location/changed').pipe(
    map(() => {
      const { path, hash } = world.location.read()
      return v.safeParse(openedInviteShape, { inviteId: page.exec(path)?.[1], secret: hash.slice(1) })
    }),
    filter((read) => read.success),
    map(({ output }) => {
      world.sessionStorage.set(sessionStorageKeys.invite, JSON.stringify(output))
      const { path, query } = world.location.read()
      world.location.go(`${onOwnOrigin(path)}${query}`, 'replace')
      return { type: 'storage/inviteFound' as const, ...output }
    }),
  )

/** Signing in, or up, leads back to the invitation. */
export const signInForInvite: Effect = (messages, { world }) =>
  messages.of('ui/inviteLoginPressed').pipe(
    act(({ inviteId, intent }) => {
      world.localStorage.set(storageKeys.referrer, 'true')
      world.localStorage.set(storageKeys.referredFrom, `/invite/${inviteId}`)
      world.location.go(`/${intent}`)
    }),
  )

export const forgetInviteSecret: Effect = (messages, { world }) =>
  messages.of('api/respondToInvite.succeeded').pipe(act(() => world.sessionStorage.remove(sessionStorageKeys.invite)))

/** Who has accepted goes to the organisation's dashboard, as soon as the profile tells of it. */
export const openJoinedOrganization: Effect = (messages, { world }) =>
  messages.of('api/respondToInvite.succeeded').pipe(
    filter(({ response }) => response.status === 'accepted'),
    switchMap(() => messages.of('api/readProfile.succeeded', 'api/readProfile.failed').pipe(take(1))),
    filter(() => page.test(world.location.read().path)),
    act(() => world.location.go('/compute/dashboard')),
  )
