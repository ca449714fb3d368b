/** Yields the objects of a response in JSON lines. */
export async function* readJsonLines<T>(source: AsyncIterable<Buffer>): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim()) yield JSON.parse(line) as T // T follows the engine's API documentation.
  }
  if (rest.trim()) yield JSON.parse(rest) as T
}
