import { selectDeployDrafts } from '../src/instances/deploy-drafts.ts'
import { sessionStorageKeys } from '../src/session/storage-keys.ts'
import { act } from './act.ts'
import type { ConsoleEffect } from './deps.ts'

/** A wizard that is loaded again goes on where it was; a registry's password is not kept anywhere. */
export const keepDeployDrafts: ConsoleEffect = (messages, { world, read }) =>
  messages.of('ui/deployDraftChanged', 'api/createInstance.answered').pipe(
    act(() => {
      const drafts = Object.entries(selectDeployDrafts(read())).map(([project, draft]) => [
        project,
        { ...draft, registry: draft.registry && { ...draft.registry, password: '' } },
      ])
      world.sessionStorage.set(sessionStorageKeys.deployDrafts, JSON.stringify(Object.fromEntries(drafts)))
    }),
  )
