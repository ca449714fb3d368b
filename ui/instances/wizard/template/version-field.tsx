import { imageOfVersion, versionOf } from '../../../../src/catalogue/select-version.ts'
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
