import type { ServiceDraft } from '../../../../src/instances/configuration/service-draft.ts'

/** The props of every group of fields of a service. */
export interface ServiceFieldsProps {
  service: ServiceDraft
  /** Where the instance runs, or will run. */
  region: string
  change: (change: Partial<ServiceDraft>) => void
  /** The error of a field, by its path within the service. */
  errorOf: (field: string) => string | undefined
}
