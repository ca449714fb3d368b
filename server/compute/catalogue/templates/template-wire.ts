import type { Template, UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { findPlanSize } from '../plan-sizes.ts'
import { planWire } from '../plan-wire.ts'
import { templateConfiguration } from './services/template-configuration.ts'
import type { TemplateFileService } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

/** Converts a template for the API, with its recommended plans at the prices of one region. */
export function templateWire(source: TemplateSource, unitPrice: UnitPrice): Template {
  return {
    _id: source.id,
    name: source.name,
    description: source.description.filter((line) => line !== '').join(' '),
    icon: source.icon,
    builtIn: source.builtIn,
    metadata: { category: source.category },
    processingType: source.processingType,
    services: source.services.map((service) => serviceWire(service, source.versions, unitPrice)),
    serviceData: { variables: (source.services[0]?.environment ?? []).map(variableWire) },
    configuration: templateConfiguration(source),
  }
}

function serviceWire(
  { name, image, command, ports, plan }: TemplateFileService,
  versions: readonly string[],
  unitPrice: UnitPrice,
): Template['services'][number] {
  const size = findPlanSize(plan)
  if (!size) throw new Error(`The plan ${plan} of a template does not exist`)
  const imageOf = (version: string) => image.replaceAll('{version}', version)
  return {
    name,
    image: imageOf(versions[0] ?? ''),
    versions: image.includes('{version}')
      ? versions.map((version) => ({ name: version, image: imageOf(version) }))
      : [],
    command: command ?? null,
    ports: ports.map(({ containerPort }) => ({ containerPort })),
    defaultAkashMachineImageId: plan,
    defaultAkashMachineImage: { defaultDailyTopUp: planWire(size, unitPrice).defaultDailyTopUp },
  }
}

const variableWire = ({
  default: usual = '',
  generated,
  ...variable
}: TemplateFileService['environment'][number]): Template['serviceData']['variables'][number] => ({
  name: variable.name,
  label: variable.label,
  description: variable.description,
  default: usual,
  required: variable.required,
  secret: variable.secret,
  generated: generated !== undefined,
})
