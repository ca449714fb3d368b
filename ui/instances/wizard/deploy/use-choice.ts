import { useMemo } from 'react'
import type { CustomAmounts } from '../../../../src/catalogue/custom-plan.ts'
import { deploymentTypes } from '../../../../src/contract/wire/catalogue.ts'
import { type DeployStep, deploySteps } from '../../../../src/instances/deploy-errors.ts'
import type { ClusterChoice } from '../../../../src/instances/wizard/cluster-source.ts'
import {
  type DeploymentSource,
  type DeploymentType,
  deploymentSources,
} from '../../../../src/instances/wizard/deployment-types.ts'
import { PERSISTENT_STORAGE_GIB, type PlanExtras } from '../../../../src/instances/wizard/plan-extras.ts'
import { useUrlQuery } from '../../../hooks/use-url-query.ts'

/** A deployment's choices in the address: a link opens the same step with the same choices. */
export interface Choice {
  step: DeployStep
  type: DeploymentType
  from: DeploymentSource
  template: string
  /** The name or the image of the template's version. */
  version: string
  image: string
  region: string
  /** Empty stands for the region's own. */
  scaling: string
  plan: string
  planSearch: string
  /** The instance that is deployed again. */
  redeploy: string
  custom: CustomAmounts
  extras: PlanExtras
  cluster: ClusterChoice
  search: string
  category: string
}

/** An empty field stands for the default, so that a number that was cleared has a word of its own. */
export const NO_NUMBER = 'none'

type ExtraField = 'clusterUrl' | 'clusterName' | 'count' | 'lease' | 'volume' | 'volumeSize' | 'mount'
type ChoiceField = keyof Omit<Choice, 'custom' | 'extras' | 'cluster'> | 'cluster' | keyof CustomAmounts | ExtraField
export type ChoiceChange = Partial<Record<ChoiceField, string>>

/** More cores or GiB are no size; their price would not be an exact number. */
const LARGEST_AMOUNT = 1_000_000

const amount = (text: string | null): number | null => {
  const value = Number(text ?? Number.NaN)
  return text !== '' && value > 0 && value <= LARGEST_AMOUNT ? value : null
}

const extrasOf = (query: URLSearchParams): PlanExtras => {
  const number = (field: string, usual: number): number | null => (query.has(field) ? amount(query.get(field)) : usual)
  const kind = query.get('volume')
  return {
    count: number('count', 1),
    ipLease: query.get('lease') === 'dedicated-ip' ? 'dedicated-ip' : 'shared-ip',
    volume:
      kind === 'beta1' || kind === 'beta2' || kind === 'beta3'
        ? {
            class: kind,
            sizeGib: number('volumeSize', PERSISTENT_STORAGE_GIB),
            mountPath: query.get('mount') ?? '',
          }
        : null,
  }
}

const choiceOf = (query: URLSearchParams): Choice => ({
  step: deploySteps.find((step) => step === query.get('step')) ?? 'what',
  type: deploymentTypes.find((type) => type === query.get('type')) ?? 'compute',
  from:
    deploymentSources.find((source) => source === query.get('from')) ??
    (query.has('image') && !query.has('template') ? 'image' : 'template'),
  template: query.get('template') ?? '',
  version: query.get('version') ?? '',
  image: query.get('image') ?? '',
  region: query.get('region') ?? '',
  scaling: query.get('scaling') ?? '',
  plan: query.get('plan') ?? '',
  planSearch: query.get('planSearch') ?? '',
  redeploy: query.get('redeploy') ?? '',
  custom: { cpu: amount(query.get('cpu')), ram: amount(query.get('ram')), storage: amount(query.get('storage')) },
  extras: extrasOf(query),
  cluster: {
    id: query.get('cluster') ?? '',
    url: query.get('clusterUrl') ?? '',
    name: query.get('clusterName'),
  },
  search: query.get('search') ?? '',
  category: query.get('category') ?? '',
})

/** A step adds a history entry; a choice within a step does not. */
export const useChoice = () => {
  const { query, choose, go, to } = useUrlQuery()
  const choice = useMemo(() => choiceOf(query), [query])
  return {
    choice,
    /** All choices, as a link has them. */
    query: query.size === 0 ? '' : `?${query}`,
    choose: (change: ChoiceChange) => choose(change),
    go: (step: DeployStep) => go({ step }),
    address: (change: ChoiceChange): string => to(change),
  }
}
