/** Yields the non-empty lines of a body as they arrive. Stopping cancels the body. */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => {})
  }
}
