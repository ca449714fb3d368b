import { filter, map, switchMap, take } from 'rxjs'
import * as v from 'valibot'
import { openedInviteSchema } from '../../src/invites/opened-invite.ts'
import { onOwnOrigin } from '../../src/rules/redirect-path.ts'
import { sessionStorageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { storeDestination } from '../session/stored-session.ts'

const page = /^\/invite\/([^/]+)\/?$/

/** Moves the secret of an invitation from the address to this tab's storage at once. */
export const takeInviteSecret: Effect<'storage/inviteFound'> = (messages, { world }) =>
  messages.of('location/changed').pipe(
    map(() => {
      const { path, hash } = world.location.read()
      return v.safeParse(openedInviteSchema, { inviteId: page.exec(path)?.[1], secret: hash.slice(1) })
    }),
    filter((read) => read.success),
    map(({ output }) => {
      world.sessionStorage.set(sessionStorageKeys.invite, JSON.stringify(output))
      const { path, query } = world.location.read()
      world.location.go(`${onOwnOrigin(path)}${query}`, 'replace')
      return { type: 'storage/inviteFound', ...output }
    }),
  )

/** Makes the login lead back to the invitation. */
export const signInForInvite: Effect = (messages, { world }) =>
  messages.of('ui/inviteLoginPressed').pipe(
    act(({ inviteId, intent }) => {
      storeDestination(world, `/invite/${inviteId}`, 'page')
      world.location.go(`/${intent}`)
    }),
  )

export const forgetInviteSecret: Effect = (messages, { world }) =>
  messages.of('api/respondToInvite.succeeded').pipe(act(() => world.sessionStorage.remove(sessionStorageKeys.invite)))

/** Opens the dashboard of an organisation that was joined, once the profile lists it. */
export const openJoinedOrganization: Effect = (messages, { world }) =>
  messages.of('api/respondToInvite.succeeded').pipe(
    filter(({ response }) => response.status === 'accepted'),
    switchMap(() => messages.of('api/readProfile.succeeded', 'api/readProfile.failed').pipe(take(1))),
    filter(() => page.test(world.location.read().path)),
    act(() => world.location.go('/compute/dashboard')),
  )
