import { useMemo, useState } from 'react'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { type FileHead, isLocking, readServices } from '../../../src/instances/configuration/file/read-services.ts'
import { writeServices } from '../../../src/instances/configuration/file/write-services.ts'
import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'

type Written = {
  text: string
  /** The services that the text describes, or those of the last text without errors. */
  of: readonly ServiceDraft[]
  head: FileHead
  /** Whether the user wrote the text, not the form. */
  isTyped: boolean
}

type ConfigurationFileOptions = {
  services: readonly ServiceDraft[]
  projectNetwork: boolean
  /** The configuration whose values the file can keep. */
  saved: StoredConfiguration | null
  /** A text to begin with. Without it, the services are written. */
  initial?: string | undefined
  onRead: (services: readonly ServiceDraft[], projectNetwork: boolean) => void
}

const headWith = ({ projectNetwork: _, ...head }: FileHead, projectNetwork: boolean): FileHead => ({
  ...head,
  ...(projectNetwork && { projectNetwork }),
})

/** The file of a configuration beside its form: each follows changes of the other. */
export const useConfigurationFile = ({
  services,
  projectNetwork,
  saved,
  initial,
  onRead,
}: ConfigurationFileOptions) => {
  const [written, setWritten] = useState<Written>(() => ({
    text: initial ?? writeServices(services, headWith({}, projectNetwork)),
    of: services,
    head: headWith({}, projectNetwork),
    isTyped: initial !== undefined,
  }))
  const isCurrent = written.of === services && (written.head.projectNetwork ?? false) === projectNetwork
  const head = isCurrent ? written.head : headWith(written.head, projectNetwork)
  const text = isCurrent ? written.text : writeServices(services, head)
  const isTyped = isCurrent && written.isTyped
  if (!isCurrent) setWritten({ text, head, of: services, isTyped })
  const read = useMemo(() => readServices(text, saved), [text, saved])
  return {
    text,
    read,
    isTyped,
    /** What the form has not yet is an error of its fields. */
    isLocking: isLocking(read, isTyped),
    /** Writes the last services without errors again. */
    restore: () => setWritten({ text: writeServices(services, head), of: services, head, isTyped: false }),
    changeText: (next: string) => {
      const found = readServices(next, saved)
      if (found.kind === 'problems') return setWritten({ text: next, of: services, head, isTyped: true })
      setWritten({ text: next, of: found.services, head: found.head, isTyped: true })
      onRead(found.services, found.head.projectNetwork ?? false)
    },
  }
}

export type ConfigurationFile = ReturnType<typeof useConfigurationFile>
