import { useEffect, useRef, useState } from 'react'
import type { FileDraft } from '../../../../../src/instances/configuration/service-draft.ts'
import { addUpload, readUpload, sizeProblem } from '../../../../../src/instances/configuration/uploaded-file.ts'

interface UploadTarget {
  files: readonly FileDraft[]
  /** The folder of new files. */
  folder: string
  onChange: (files: FileDraft[]) => void
}

const readFile = async (file: File) => {
  const { name } = file
  const problem = sizeProblem(name, file.size)
  return { name, ...(problem ? { problem } : readUpload({ name, bytes: new Uint8Array(await file.arrayBuffer()) })) }
}

/** Reads files from disk into the configuration files of a service. */
export const useUpload = (target: UploadTarget) => {
  const [problems, setProblems] = useState<readonly string[]>([])
  // Rows may be typed into while files are read.
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  const upload = async (given: readonly File[], at?: number) => {
    const found = await Promise.all(given.map(readFile))
    const { folder, onChange } = latest.current
    let files = [...latest.current.files]
    for (const read of found) {
      if ('problem' in read) continue
      const { name, content } = read
      files = addUpload(files, { name, content, folder }, at)
    }
    setProblems(found.flatMap((read) => ('problem' in read ? [read.problem] : [])))
    if (found.some((read) => 'content' in read)) onChange(files)
  }
  return { problems, upload }
}
