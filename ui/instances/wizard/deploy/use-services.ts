import { useMemo, useState } from 'react'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { nextService } from '../../../../src/instances/configuration/edited-configuration.ts'
import { draftServices } from '../../../../src/instances/configuration/file/draft-services.ts'
import { type FileHead, readServices } from '../../../../src/instances/configuration/file/read-services.ts'
import { withoutValues, writeServices } from '../../../../src/instances/configuration/file/write-services.ts'
import type { ServiceDraft } from '../../../../src/instances/configuration/service-draft.ts'
import type { DeployDraft } from '../../../../src/instances/deploy-draft-message.ts'
import type { DeploymentSource } from '../../../../src/instances/wizard/deployment-types.ts'

interface ServicesOptions {
  /** Whether the wizard edits whole services. */
  isUsed: boolean
  from: DeploymentSource
  source: string
  template: Template | null
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
}

/** The services of a new instance, as a form and as a file; each follows changes of the other. */
export const useServices = ({ isUsed, from, source, template, draft, onChange, onRegion }: ServicesOptions) => {
  const [kept, setEdited] = useState<Edited>(unused)
  const isCurrent = !isUsed || kept.source === source
  const edited = isCurrent ? kept : begin({ from, source, template, draft })
  if (!isCurrent) setEdited(edited)
  const { services, text, head } = edited
  const read = useMemo(() => readServices(text), [text])

  const store = (next: Edited, change: Partial<DeployDraft> = {}) => {
    setEdited(next)
    const textToStore = writeServices(withoutValues(next.services), next.head)
    onChange({ file: { text: next.text, textToStore }, ...change })
  }
  const replace = (next: readonly ServiceDraft[]) =>
    store({ source, services: next, text: writeServices(next, head), head })

  return {
    services,
    projectNetwork: head.projectNetwork ?? false,
    joinProjectNetwork: (isJoined: boolean) => {
      const { projectNetwork: _, ...rest } = head
      const next = { ...rest, ...(isJoined && { projectNetwork: true }) }
      store({ source, services, text: writeServices(services, next), head: next })
    },
    change: (key: string, change: Partial<ServiceDraft>) =>
      replace(services.map((service) => (service.key === key ? { ...service, ...change } : service))),
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
      /** Writes the last services without errors again. */
      restore: () => replace(services),
      changeText: (next: string) => {
        const found = readServices(next)
        if (found.kind === 'problems') return store({ ...edited, text: next })
        const { name, region } = found.head
        store(
          { source, services: found.services, text: next, head: found.head },
          name === undefined || name === head.name ? {} : { name },
        )
        if (region !== undefined && region !== head.region) onRegion(region)
      },
    },
  }
}

const unused: Edited = { source: '', services: [], text: '', head: {} }

const begin = ({
  from,
  source,
  template,
  draft,
}: Pick<ServicesOptions, 'from' | 'source' | 'template' | 'draft'>): Edited => {
  if (draft.file) {
    const read = readServices(draft.file.text)
    const { services, head } = read.kind === 'services' ? read : unused
    return { source, services, head, text: draft.file.text }
  }
  const services = template?.configuration
    ? draftServices(template.configuration)
    : from === 'image'
      ? [nextService([])]
      : []
  return { source, services, head: {}, text: services.length === 0 ? '' : writeServices(services) }
}
