import type { InputOf } from '../../contract/contract.ts'
import type { Cluster } from '../../contract/wire/instance/cluster.ts'
import type { DeployErrors } from '../deploy-errors.ts'
import { suggestedName } from '../suggested-name.ts'

export type ClusterSource = Pick<InputOf<'createClusterInstance'>, 'clusterUrl' | 'clusterName' | 'clusterProvider'>

/** The cluster of a deployment as it is typed or chosen. */
export interface ClusterChoice {
  /** An existing cluster; empty for a new one. */
  id: string
  url: string
  /** Null stands for the suggestion. */
  name: string | null
}

const providers = [
  ['github', /(^|[@/.])github\.com[:/]/],
  ['gitlab', /(^|[@/.])gitlab\.com[:/]/],
  ['bitbucket', /(^|[@/.])bitbucket\.org[:/]/],
] as const

export const providerOfSource = (url: string): string => providers.find(([, host]) => host.test(url))?.[0] ?? ''

/** Suggests `app` for `https://github.com/you/app.git`. */
export const suggestedClusterName = (url: string): string => {
  const last = url.split('/').findLast((part) => part.trim() !== '') ?? ''
  return suggestedName(last.trim().replace(/\.git$/, ''))
}

/** Returns the cluster to deploy into, which the server finds or creates. */
export const clusterSource = ({ id, url, name }: ClusterChoice, known: readonly Cluster[]): ClusterSource => {
  const existing = known.find(({ _id }) => _id === id)
  return existing
    ? { clusterUrl: existing.repository, clusterName: existing.name, clusterProvider: existing.provider }
    : {
        clusterUrl: url.trim(),
        clusterName: (name ?? suggestedClusterName(url)).trim(),
        clusterProvider: providerOfSource(url),
      }
}

const protocols = ['http:', 'https:', 'ssh:', 'git:']

/** Whether it is `https://…`, `ssh://…` or `git@host:path`. */
const isAddress = (text: string): boolean => {
  if (/\s/.test(text)) return false
  const [before = '', after = ''] = text.split('@')
  if (before !== '' && !/[:/]/.test(before) && after.indexOf(':') > 0) return true
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}

export const clusterErrors = ({ clusterUrl, clusterName }: ClusterSource): DeployErrors => ({
  ...(!isAddress(clusterUrl) && {
    clusterUrl: 'Enter the address of the source, such as https://github.com/you/app.',
  }),
  ...(clusterUrl.length > 2000 && { clusterUrl: 'At most 2000 characters.' }),
  ...((clusterName === '' || clusterName.length > 100) && { clusterName: 'Enter a name of at most 100 characters.' }),
})
