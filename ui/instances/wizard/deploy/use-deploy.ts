import { useState } from 'react'
import { callKey } from '../../../../src/calls/call-key.ts'
import { CUSTOM_PLAN_ID } from '../../../../src/catalogue/custom-plan.ts'
import type { Organization } from '../../../../src/contract/wire/account.ts'
import type { Project } from '../../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import {
  type DeployErrors,
  type DeployStep,
  deploySteps,
  errorsByField,
  shownErrors,
  stepOfField,
  type TriedSteps,
  validateSettings,
} from '../../../../src/instances/deploy-errors.ts'
import { deploySettings, suggestedPorts } from '../../../../src/instances/deploy-settings.ts'
import { capacityErrorFields, capacityErrors } from '../../../../src/instances/wizard/capacity-errors.ts'
import { clusterErrors } from '../../../../src/instances/wizard/cluster-source.ts'
import { editsServices } from '../../../../src/instances/wizard/deployment-types.ts'
import { planTotals } from '../../../../src/instances/wizard/plan-extras.ts'
import { serviceTotals } from '../../../../src/instances/wizard/service-totals.ts'
import {
  formErrors,
  servicesErrors,
  servicesRejections,
  servicesSettings,
} from '../../../../src/instances/wizard/services-settings.ts'
import { accelerateObstacle } from '../../../../src/rules/deployments/accelerate-obstacle.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useChoice } from './use-choice.ts'
import { useCluster } from './use-cluster.ts'
import { useDraft } from './use-draft.ts'
import { usePrice } from './use-price.ts'
import { useQuota } from './use-quota.ts'
import { useServices } from './use-services.ts'

/** Everything that the wizard's steps read and do. */
export const useDeploy = (project: Project, organization: Organization | null) => {
  const { choice, query, choose, go, address } = useChoice()
  const catalogue = useCatalogue(choice)
  const alone = useMutation('createInstance')
  const inCluster = useMutation('createClusterInstance')
  const cluster = useCluster(choice, organization)
  const { isRunning, state, failure } = cluster ? inCluster : alone
  const kind = `${choice.type} ${choice.from}`
  const [tried, setTried] = useState<TriedSteps>({ kind, steps: [] })
  const [invalidAttempts, setInvalidAttempts] = useState(0)
  const [submitted, setSubmitted] = useState('')

  const { template, region, offer } = catalogue
  const image = choice.from === 'image' || choice.from === 'cluster' ? choice.image.trim() : ''
  const hasServices = editsServices(choice) || Boolean(template?.configuration)
  const source = template ? `template ${template._id}` : hasServices ? `services ${choice.from}` : `image ${image}`
  const { draft, change, unfinished } = useDraft(project, source, query)
  const isUsed = hasServices && (choice.from !== 'template' || template !== null)
  const services = useServices({
    isUsed,
    from: choice.from,
    source,
    template,
    version: choice.version,
    image,
    draft,
    onChange: change,
    onRegion: (named) => choose({ region: named }),
  })
  const isEmpty = isUsed && services.services.length === 0
  const totals = isUsed && !isEmpty ? serviceTotals(services.services) : null
  const ports = (draft.ports ?? suggestedPorts(template)).filter((port) => port.trim() !== '').length
  const needed = isEmpty ? null : (totals ?? (offer && planTotals(offer.size, choice.extras, ports, draft.autoscaling)))
  const price = usePrice(catalogue, organization?._id ?? null, needed)

  const settings = hasServices
    ? servicesSettings({ template, region, draft, ...services })
    : deploySettings({
        template,
        version: choice.version,
        image,
        region: region?.region ?? '',
        scalingMode: region?.scalingMode ?? 'NO_SCALING',
        planId: offer?.id ?? '',
        size: offer?.id === CUSTOM_PLAN_ID ? offer.size : null,
        draft,
        extras: choice.extras,
      })
  const quota = useQuota(organization, needed)
  const input = organization && { ...settings, organizationId: organization._id, projectId: project._id }
  const key = input ? callKey('createInstance', { ...input, ...cluster?.source }) : ''
  const isFileInvalid =
    isUsed && (services.file.isLocking || (services.file.read.kind === 'problems' && services.services.length === 0))
  const ofProgram: DeployErrors = !hasServices
    ? errorsByField(validateSettings(settings, template, draft), template, draft)
    : choice.from === 'template' && !template
      ? { image: 'Choose a template.' }
      : isFileInvalid
        ? {
            [choice.from === 'file' ? 'file' : 'service file']:
              services.file.text.trim() === '' ? 'The file is empty.' : 'The file has errors.',
          }
        : servicesErrors(settings, services.services)
  const lacking = capacityErrorFields(
    capacityErrors({
      region,
      offers: hasServices ? [] : catalogue.offers,
      offer: hasServices ? null : offer,
      needed,
      isRejected: price.isRejected,
    }),
    hasServices ? services.services : null,
  )
  const typeObstacle = accelerateObstacle(
    lastLoaded(catalogue.regions.data)?.value.regions.map(({ resources }) => resources.gpu),
  )
  const own: DeployErrors = {
    ...(cluster && clusterErrors(cluster.source)),
    ...ofProgram,
    ...(choice.type === 'accelerate' && typeObstacle !== null && { type: `${typeObstacle} Choose another type.` }),
    ...lacking,
  }
  // The server's errors belong to the settings that were sent.
  const rejection = failure?.kind === 'apiError' && submitted === key ? failure.fields : []
  const serverErrors = hasServices
    ? servicesRejections(rejection, services.services)
    : errorsByField(rejection, template, draft)
  const isOpen = (step: DeployStep): boolean =>
    deploySteps
      .slice(0, deploySteps.indexOf(step))
      .every((before) => !Object.keys(own).some((field) => stepOfField(field) === before))
  const shown = shownErrors(own, tried, kind)

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
    cluster,
    image,
    draft,
    unfinished,
    settings,
    own,
    serverErrors,
    isOpen,
    hasServices,
    /** No service is known yet, so that there is neither a size nor a price. */
    isEmpty,
    /** What all replicas of all services need; null for the plan of a single service. */
    totals,
    /** Why deployments with a graphics processor are not possible. */
    typeObstacle,
    /** What the region lacks. */
    lacking,
    /** The same, also for a plan; null until one is known. */
    needed,
    /** The form and the file of the services, with the errors of the steps that the user has tried to leave. */
    services: { ...services, errors: formErrors({ ...shown, ...serverErrors }) },
    /** Errors of the server at their places in the file. */
    rejected: located(services, rejection),
    /** False while data that Deploy needs is loading. */
    isReady: input !== null && !catalogue.isLoading && !cluster?.isLoading,
    /** How often a step could not be left; each time, its first invalid field gets the focus. */
    invalidAttempts,
    isRunning: isRunning || state?.kind === 'succeeded',
    /** A failure that belongs to no field. */
    failure: failure && !(failure.kind === 'apiError' && failure.fields.length > 0) ? failure : null,
    change,
    /** Returns a field's error, once the user has tried to leave its step. */
    fieldError: (field: string): string | undefined => serverErrors[field] ?? shown[field],
    goToStep: (step: DeployStep, to: DeployStep) => {
      setTried({ kind, steps: [...(tried.kind === kind ? tried.steps : []), step] })
      if (deploySteps.indexOf(to) < deploySteps.indexOf(step) || isOpen(to)) go(to)
      else setInvalidAttempts(invalidAttempts + 1)
    },
    deploy: () => {
      const invalidField = Object.keys(own)[0]
      if (invalidField !== undefined) {
        setTried({ kind, steps: deploySteps })
        setInvalidAttempts(invalidAttempts + 1)
        go(stepOfField(invalidField))
      } else if (input) {
        setSubmitted(key)
        if (cluster) inCluster.mutate({ ...input, ...cluster.source })
        else alone.mutate(input)
      }
    },
  }
}

export type Deploy = ReturnType<typeof useDeploy>

const located = (
  { file: { read } }: ReturnType<typeof useServices>,
  rejection: readonly { field: string; message: string }[],
) =>
  read.kind === 'services'
    ? rejection.flatMap(({ field, message }) =>
        field.startsWith('configuration.') ? [read.locate(field.slice('configuration.'.length), message)] : [],
      )
    : []
