import { useMemo, useState } from 'react'
import { withVersion } from '../../../../src/catalogue/select-version.ts'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { nextService } from '../../../../src/instances/configuration/edited-configuration.ts'
import { draftServices } from '../../../../src/instances/configuration/file/draft-services.ts'
import { type FileHead, isLocking, readServices } from '../../../../src/instances/configuration/file/read-services.ts'
import { readForm, writeForm } from '../../../../src/instances/configuration/file/stored-form.ts'
import { withoutValues, writeServices } from '../../../../src/instances/configuration/file/write-services.ts'
import type { ServiceDraft } from '../../../../src/instances/configuration/service-draft.ts'
import type { DeployDraft } from '../../../../src/instances/deploy-draft-message.ts'
import { suggestedName } from '../../../../src/instances/suggested-name.ts'
import type { DeploymentSource } from '../../../../src/instances/wizard/deployment-types.ts'

interface ServicesOptions {
  /** Whether the wizard edits whole services. */
  isUsed: boolean
  from: DeploymentSource
  source: string
  template: Template | null
  /** The name or an image of the template's version that a link chose. */
  version: string
  /** That of the first service, if it was entered before the services. */
  image: string
  draft: DeployDraft
  onChange: (change: Partial<DeployDraft>) => void
  /** A file can name the region. */
  onRegion: (region: string) => void
}

interface Edited {
  source: string
  services: readonly ServiceDraft[]
  text: string
  head: FileHead
  /** Whether the user wrote the text, not the form. */
  isTyped: boolean
}

/** The services of a new instance, as a form and as a file; each follows changes of the other. */
export const useServices = ({
  isUsed,
  from,
  source,
  template,
  version,
  image,
  draft,
  onChange,
  onRegion,
}: ServicesOptions) => {
  const [kept, setEdited] = useState<Edited>(unused)
  const isCurrent = !isUsed || kept.source === source
  const edited = isCurrent ? kept : begin({ from, source, template, version, image, draft })
  if (!isCurrent) setEdited(edited)
  const { services, text, head, isTyped } = edited
  const read = useMemo(() => readServices(text), [text])

  const store = (next: Edited, change: Partial<DeployDraft> = {}) => {
    setEdited(next)
    const kept = { services: withoutValues(next.services), head: next.head }
    const file = {
      text: next.text,
      textToStore: writeServices(kept.services, kept.head),
      isTyped: next.isTyped,
      form: writeForm(next),
      formToStore: writeForm(kept),
    }
    onChange({ file, ...change })
  }
  const replace = (next: readonly ServiceDraft[]) =>
    store({ source, services: next, text: writeServices(next, head), head, isTyped: false })

  return {
    services,
    projectNetwork: head.projectNetwork ?? false,
    joinProjectNetwork: (isJoined: boolean) => {
      const { projectNetwork: _, ...rest } = head
      const next = { ...rest, ...(isJoined && { projectNetwork: true }) }
      store({ source, services, text: writeServices(services, next), head: next, isTyped: false })
    },
    change: (key: string, change: Partial<ServiceDraft>) =>
      replace(services.map((service) => (service.key === key ? { ...service, ...change } : service))),
    chooseVersion: (name: string) => template && replace(withVersion(template, services, name)),
    remove: (key: string) => replace(services.filter((service) => service.key !== key)),
    /** Returns the key of the new service. */
    add: (): string => {
      const added = nextService(services)
      replace([...services, added])
      return added.key
    },
    file: {
      text,
      read,
      isTyped,
      isLocking: isLocking(read, isTyped),
      /** Writes the last services without errors again. */
      restore: () => replace(services),
      changeText: (next: string) => {
        const found = readServices(next)
        if (found.kind === 'problems') return store({ ...edited, text: next, isTyped: true })
        const { name, region } = found.head
        store(
          { source, services: found.services, text: next, head: found.head, isTyped: true },
          name === undefined || name === head.name ? {} : { name },
        )
        if (region !== undefined && region !== head.region) onRegion(region)
      },
    },
  }
}

const unused: Edited = { source: '', services: [], text: '', head: {}, isTyped: false }

const begin = ({
  from,
  source,
  template,
  version,
  image,
  draft,
}: Pick<ServicesOptions, 'from' | 'source' | 'template' | 'version' | 'image' | 'draft'>): Edited => {
  const services = template?.configuration
    ? withVersion(template, draftServices(template.configuration), version)
    : from === 'image' || from === 'cluster'
      ? [{ ...nextService([]), image, name: suggestedName(image) }]
      : []
  const { file } = draft
  if (!file) return { ...unused, source, services, text: services.length === 0 ? '' : writeServices(services) }
  const read = readServices(file.text)
  const known = read.kind === 'services' ? read : (readForm(file.form) ?? { services, head: {} })
  return { source, services: known.services, head: known.head, text: file.text, isTyped: file.isTyped }
}
