import { useEffect, useState } from 'react'

export type ArchiveUpload =
  | { kind: 'idle' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'failed'; message: string }
  | { kind: 'stored' }

const INTERRUPTED = 'The connection was lost. Nothing was stored.'

/** Sends a file to the address as soon as there is one. Stops when the component goes. */
export const useArchiveUpload = (url: string | null, file: File | null): ArchiveUpload => {
  const [upload, setUpload] = useState<ArchiveUpload>({ kind: 'idle' })
  useEffect(() => {
    if (url === null || file === null) return
    // `fetch` does not report how much of a body was sent.
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) =>
      setUpload({ kind: 'sending', fraction: total === 0 ? 0 : loaded / total })
    request.onload = () => setUpload(request.status < 300 ? { kind: 'stored' } : failed(messageOf(request)))
    request.onerror = () => setUpload(failed(INTERRUPTED))
    request.open('PUT', url)
    request.setRequestHeader('content-type', 'application/x-tar')
    setUpload({ kind: 'sending', fraction: 0 })
    request.send(file)
    return () => request.abort()
  }, [url, file])
  return upload
}

const failed = (message: string): ArchiveUpload => ({ kind: 'failed', message })

const messageOf = ({ responseText }: XMLHttpRequest): string => {
  try {
    const { message } = JSON.parse(responseText)
    return typeof message === 'string' ? message : INTERRUPTED
  } catch {
    return INTERRUPTED
  }
}
