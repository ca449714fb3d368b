import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { DeployDraft, DeployDraftMessage } from './deploy-draft-message.ts'

export type DeployDrafts = Record<string, DeployDraft>

const none: DeployDrafts = {}

export const noDraft = (source: string): DeployDraft => ({
  source,
  name: null,
  values: {},
  secretValues: {},
  extra: [],
  ports: null,
  autoscaling: null,
  registry: null,
  file: null,
  query: '',
})

/** One draft per project. Changing the template discards the draft, except for the registry credentials. */
export const deployDrafts = slice<DeployDrafts, CallMessage | SessionMessage | DeployDraftMessage>(none, {
  // What was typed here has values, which stored drafts lack.
  'storage/deployDraftsFound': (drafts, { drafts: found }) => ({ ...found, ...drafts }),
  'ui/deployDraftChanged': (drafts, { projectId, source, change }) => {
    const known = drafts[projectId]
    const base = known?.source === source ? known : { ...noDraft(source), registry: known?.registry ?? null }
    drafts[projectId] = { ...base, ...change }
  },
  'ui/deployDraftDiscarded': (drafts, { projectId }) => {
    delete drafts[projectId]
  },
  'api/createInstance.succeeded': (drafts, { input }) => {
    delete drafts[input.projectId]
  },
  'api/createClusterInstance.succeeded': (drafts, { input }) => {
    delete drafts[input.projectId]
  },
  ...resetOnUserChange(() => none),
})

type State = { deployDrafts: DeployDrafts }

export const selectDeployDraft =
  (projectId: string) =>
  (state: State): DeployDraft | null =>
    state.deployDrafts[projectId] ?? null
