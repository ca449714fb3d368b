const KEPT_MS = 60_000

/** Hands a file to the browser's downloads. It is never opened: its content comes from a container. */
export const saveFile = (name: string, parts: readonly Uint8Array<ArrayBuffer>[]): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type: 'application/octet-stream' }))
  link.download = name
  link.click()
  // By then the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
