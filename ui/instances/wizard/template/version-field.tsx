import {
  imageOfVersion,
  versionOf,
  versionOfServices,
  versionsOfServices,
} from '../../../../src/catalogue/select-version.ts'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { Select } from '../../../parts/choices/select.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

/** Renders nothing for a template with one version. */
export const VersionField = ({ deploy, template }: { deploy: Deploy; template: Template }) => {
  const { choice, choose } = deploy
  const versions = template.services[0]?.versions ?? []
  if (versions.length < 2) return null
  return (
    <Select
      label="Version"
      hint={imageOfVersion(template, choice.version)}
      options={versions.map(({ name }) => ({ value: name, label: name }))}
      value={versionOf(template, choice.version)?.name ?? null}
      onChange={(version) => choose({ version })}
    />
  )
}

/** The version of a template with whole services, which all of them follow. */
export const ServicesVersionField = ({ deploy, template }: { deploy: Deploy; template: Template }) => {
  const { services } = deploy
  const versions = versionsOfServices(template)
  if (versions.length < 2) return null
  const current = versionOfServices(template, services.services)
  return (
    <Select
      label="Version"
      hint={
        current === null
          ? 'The services have images of your own.'
          : services.services.map(({ image }) => image).join(', ')
      }
      options={versions.map(({ name }) => ({ value: name, label: name }))}
      value={current}
      placeholder="Your own images"
      disabled={current === null}
      onChange={services.chooseVersion}
    />
  )
}
