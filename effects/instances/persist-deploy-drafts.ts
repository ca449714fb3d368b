import { filter, map, startWith } from 'rxjs'
import * as v from 'valibot'
import { type DeployDraft, deployDrafts } from '../../src/instances/deploy-draft-message.ts'
import { selectDeployDraft } from '../../src/instances/deploy-drafts.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { ConsoleDeps, ConsoleEffect } from '../deps.ts'

const storedDrafts = v.pipe(v.string(), v.parseJson(), deployDrafts)

const keyOf = ({ read }: ConsoleDeps): string | null => {
  const user = selectUser(read())
  return user && `${storageKeys.deployDrafts}${user._id}`
}

const readDrafts = ({ world }: ConsoleDeps, key: string): Record<string, DeployDraft> => {
  const stored = v.safeParse(storedDrafts, world.localStorage.get(key))
  return stored.success ? stored.output : {}
}

/**
 * Stores drafts of the wizard for a reload, another tab and the next session of the user, without secrets: values of
 * variables, contents of files and passwords. Only the draft that changed is written: another tab may have others.
 */
export const persistDeployDrafts: ConsoleEffect = (messages, deps) =>
  messages
    .of(
      'ui/deployDraftChanged',
      'ui/deployDraftDiscarded',
      'api/createInstance.succeeded',
      'api/createClusterInstance.succeeded',
    )
    .pipe(
      act((message) => {
        const key = keyOf(deps)
        if (key === null) return
        const projectId = 'input' in message ? message.input.projectId : message.projectId
        const { [projectId]: _, ...others } = readDrafts(deps, key)
        const draft = selectDeployDraft(projectId)(deps.read())
        const stored = draft ? { ...others, [projectId]: withoutSecrets(draft) } : others
        if (Object.keys(stored).length > 0) deps.world.localStorage.set(key, JSON.stringify(stored))
        else deps.world.localStorage.remove(key)
      }),
    )

/** Restores the drafts of the user who is signed in. The profile may be known before the console loads. */
export const restoreDeployDrafts: ConsoleEffect<'storage/deployDraftsFound'> = (messages, deps) =>
  messages.of('api/readProfile.succeeded').pipe(
    startWith(null),
    map(() => keyOf(deps)),
    filter((key) => key !== null),
    map((key) => ({ type: 'storage/deployDraftsFound' as const, drafts: readDrafts(deps, key) })),
    filter(({ drafts }) => Object.keys(drafts).length > 0),
  )

const withoutSecrets = (draft: DeployDraft): DeployDraft => ({
  ...draft,
  secretValues: {},
  extra: draft.extra.map(({ name, value, dropped }) => ({ name, value: '', dropped: dropped || value !== '' })),
  registry: draft.registry && { ...draft.registry, password: '' },
  file: draft.file && {
    text: draft.file.textToStore,
    textToStore: draft.file.textToStore,
    isTyped: false,
    form: draft.file.formToStore,
    formToStore: draft.file.formToStore,
  },
})
