import { type IncomingHttpHeaders, request } from 'node:http'

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Requests a page of a host from a port of this machine, on its own connection. */
export const getThrough = (port: number, host: string, path = '/'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false, headers: { host } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
