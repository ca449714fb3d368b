import { useCallback, useEffect, useState } from 'react'
import type { FileResponses } from '../../../src/contract/shell/shell-files.ts'
import type { RemoteFiles } from '../../../src/terminals/terminal-client.ts'

type Folder =
  | { kind: 'loading' }
  | { kind: 'loaded'; folder: FileResponses['list'] }
  | { kind: 'failed'; message: string }

/** Lists a folder, again with `reload`. */
export const useFolder = (files: RemoteFiles, path: string, isOpen: boolean) => {
  const [state, setState] = useState<Folder>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round lists it again
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    setState({ kind: 'loading' })
    files.request('list', { path }).then(
      (folder) => isCurrent && setState({ kind: 'loaded', folder }),
      (error: Error) => isCurrent && setState({ kind: 'failed', message: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [files, path, isOpen, round])
  return { state, reload }
}
