/** The path of a file in a folder. */
export const joined = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

/** The name of a file without folders, which a program that sets the name could add. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** The folders above a path, with their names: what a breadcrumb shows. */
export const foldersOf = (path: string): { name: string; path: string }[] => {
  const names = path.split('/').filter(Boolean)
  return [
    { name: '/', path: '/' },
    ...names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join('/')}` })),
  ]
}

/** Decodes a text; undefined for anything that is not UTF-8 text. */
export const textOf = (parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string | undefined> =>
  new Blob([...parts]).arrayBuffer().then((bytes) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return text.includes('\0') ? undefined : text
    } catch {
      return undefined
    }
  })
