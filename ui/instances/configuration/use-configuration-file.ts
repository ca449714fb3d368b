import { useMemo, useState } from 'react'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import {
  type FileHead,
  type ReadServices,
  readServices,
} from '../../../src/instances/configuration/file/read-services.ts'
import { writeServices } from '../../../src/instances/configuration/file/write-services.ts'
import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'

type Written = {
  text: string
  /** The services that the text describes, or those of the last text without errors. */
  of: readonly ServiceDraft[]
  head: FileHead
}

type ConfigurationFileOptions = {
  services: readonly ServiceDraft[]
  /** The configuration whose values the file can keep. */
  saved: StoredConfiguration | null
  /** A text to begin with. Without it, the services are written. */
  initial?: string | undefined
  onRead: (services: readonly ServiceDraft[], read: ReadServices & { kind: 'services' }) => void
}

/** The file of a configuration beside its form: each follows changes of the other. */
export const useConfigurationFile = ({ services, saved, initial, onRead }: ConfigurationFileOptions) => {
  const [written, setWritten] = useState<Written>(() => ({
    text: initial ?? writeServices(services),
    of: services,
    head: {},
  }))
  const isCurrent = written.of === services
  const { text, head } = isCurrent ? written : { ...written, text: writeServices(services, written.head) }
  if (!isCurrent) setWritten({ text, head, of: services })
  const read = useMemo(() => readServices(text, saved), [text, saved])
  return {
    text,
    read,
    /** Writes the last services without errors again. */
    restore: () => setWritten({ text: writeServices(services, head), of: services, head }),
    changeText: (next: string) => {
      const found = readServices(next, saved)
      if (found.kind === 'problems') return setWritten({ text: next, of: services, head })
      setWritten({ text: next, of: found.services, head: found.head })
      onRead(found.services, found)
    },
  }
}

export type ConfigurationFile = ReturnType<typeof useConfigurationFile>
