import { useState } from 'react'
import { callKey } from '../../../../src/calls/call-key.ts'
import { CUSTOM_PLAN_ID } from '../../../../src/catalogue/custom-plan.ts'
import type { Organization } from '../../../../src/contract/wire/account.ts'
import type { Project } from '../../../../src/contract/wire/compute.ts'
import type { DeployDraft } from '../../../../src/instances/deploy-draft-message.ts'
import { noDraft, selectDeployDraft } from '../../../../src/instances/deploy-drafts.ts'
import {
  type DeployStep,
  deploySteps,
  errorsByField,
  stepOfField,
  validateSettings,
} from '../../../../src/instances/deploy-errors.ts'
import { deploySettings } from '../../../../src/instances/deploy-settings.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useChoice } from './use-choice.ts'
import { usePrice } from './use-price.ts'
import { useQuota } from './use-quota.ts'

/** Everything that the wizard's steps read and do. */
export const useDeploy = (project: Project, organization: Organization | null) => {
  const send = useSend()
  const { choice, choose, go, address } = useChoice()
  const catalogue = useCatalogue(choice)
  const price = usePrice(catalogue, organization?._id ?? null)
  const { mutate, isRunning, state, failure } = useMutation('createInstance')
  const [tried, setTried] = useState<ReadonlySet<DeployStep>>(new Set())
  const [invalidAttempts, setInvalidAttempts] = useState(0)
  const [submitted, setSubmitted] = useState('')

  const { template, region, offer } = catalogue
  const image = choice.from === 'image' ? choice.image.trim() : ''
  const source = template ? `template ${template._id}` : `image ${image}`
  const kept = useSelected(selectDeployDraft(project._id), [project._id])
  const draft = kept?.source === source ? kept : { ...noDraft(source), registry: kept?.registry ?? null }

  const settings = deploySettings({
    template,
    version: choice.version,
    image,
    region: region?.region ?? '',
    scalingMode: region?.scalingMode ?? 'NO_SCALING',
    planId: offer?.id ?? '',
    size: offer?.id === CUSTOM_PLAN_ID ? offer.size : null,
    draft,
  })
  const quota = useQuota(organization, catalogue.offer?.size, settings.ports?.length ?? 0)
  const input = organization && { ...settings, organizationId: organization._id, projectId: project._id }
  const key = input ? callKey('createInstance', input) : ''
  const own = errorsByField(validateSettings(settings, template, draft), template, draft)
  // The server's errors belong to the settings that were sent.
  const rejection = failure?.kind === 'apiError' && submitted === key ? failure : null
  const serverErrors = errorsByField(rejection?.fields ?? [], template, draft)
  const isOpen = (step: DeployStep): boolean =>
    deploySteps
      .slice(0, deploySteps.indexOf(step))
      .every((before) => !Object.keys(own).some((field) => stepOfField(field) === before))

  return {
    choice,
    choose,
    go,
    address,
    catalogue,
    price,
    quota,
    project,
    source,
    image,
    draft,
    settings,
    own,
    serverErrors,
    isOpen,
    /** False while data that Deploy needs is loading. */
    isReady: input !== null && !catalogue.isLoading,
    /** How often a step could not be left; each time, its first invalid field gets the focus. */
    invalidAttempts,
    isRunning: isRunning || state?.kind === 'succeeded',
    /** A failure that belongs to no field. */
    failure: failure && !(failure.kind === 'apiError' && failure.fields.length > 0) ? failure : null,
    change: (change: Partial<DeployDraft>) =>
      send({ type: 'ui/deployDraftChanged', projectId: project._id, source, change }),
    /** Returns a field's error, once the user has tried to leave its step. */
    fieldError: (field: string): string | undefined =>
      serverErrors[field] ?? (tried.has(stepOfField(field)) ? own[field] : undefined),
    goToStep: (step: DeployStep, to: DeployStep) => {
      setTried(new Set([...tried, step]))
      if (deploySteps.indexOf(to) < deploySteps.indexOf(step) || isOpen(to)) go(to)
      else setInvalidAttempts(invalidAttempts + 1)
    },
    deploy: () => {
      const invalidField = Object.keys(own)[0]
      if (invalidField !== undefined) {
        setTried(new Set(deploySteps))
        setInvalidAttempts(invalidAttempts + 1)
        go(stepOfField(invalidField))
      } else if (input) {
        setSubmitted(key)
        mutate(input)
      }
    },
  }
}

export type Deploy = ReturnType<typeof useDeploy>
