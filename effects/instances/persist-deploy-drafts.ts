import type { DeployDraft } from '../../src/instances/deploy-draft-message.ts'
import { selectDeployDrafts } from '../../src/instances/deploy-drafts.ts'
import { sessionStorageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { ConsoleEffect } from '../deps.ts'

/** Stores drafts of the wizard for a reload, without secrets: values of variables and passwords. */
export const persistDeployDrafts: ConsoleEffect = (messages, { world, read }) =>
  messages.of('ui/deployDraftChanged', 'api/createInstance.succeeded').pipe(
    act(() => {
      const drafts = Object.entries(selectDeployDrafts(read())).map(([project, draft]) => [
        project,
        withoutSecrets(draft),
      ])
      world.sessionStorage.set(sessionStorageKeys.deployDrafts, JSON.stringify(Object.fromEntries(drafts)))
    }),
  )

const withoutSecrets = (draft: DeployDraft): DeployDraft => ({
  ...draft,
  secretValues: {},
  extra: draft.extra.map(({ name, value, dropped }) => ({ name, value: '', dropped: dropped || value !== '' })),
  registry: draft.registry && { ...draft.registry, password: '' },
})
