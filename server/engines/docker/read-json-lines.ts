/** The JSON objects of an answer that holds one to a line. */
export async function* readJsonLines<T>(source: AsyncIterable<Buffer>): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim()) yield JSON.parse(line) as T // The engine's API says what T is.
  }
  if (rest.trim()) yield JSON.parse(rest) as T
}
