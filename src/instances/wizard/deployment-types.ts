import type { deploymentTypes, Template } from '../../contract/wire/catalogue.ts'

export type DeploymentType = (typeof deploymentTypes)[number]

/** What a deployment is made from. `cluster` groups images by the address of their source. */
export const deploymentSources = ['template', 'cluster', 'image', 'file'] as const
export type DeploymentSource = (typeof deploymentSources)[number]

/** Whether the wizard edits whole services, instead of the few fields of a single one. */
export const editsServices = ({ type, from }: { type: DeploymentType; from: DeploymentSource }): boolean =>
  type === 'multiservice' || from === 'file'

export const isOfType = ({ services }: Template, type: DeploymentType): boolean =>
  services.length > 1 === (type === 'multiservice')
