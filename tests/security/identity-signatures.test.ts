import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oidcDriver } from '../../server/session/providers/oidc-driver.ts'

const client = { clientId: 'longshore', clientSecret: 'a secret of the client' }
const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

let provider: FastifyInstance
let issuer: string
let signingKey: KeyObject

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const idToken = () => {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: client.clientId, sub: 'ada', nonce: 'n', iat: seconds, exp: seconds + 60 }
  const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), signingKey).toString('base64url')}`
}

beforeEach(async () => {
  provider = Fastify()
  provider.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
  provider.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  }))
  provider.get('/keys', async () => ({
    keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
  }))
  provider.post('/token', async () => ({ access_token: 'access', token_type: 'Bearer', id_token: idToken() }))
  issuer = await provider.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => provider.close())

const logIn = async () => {
  const driver = oidcDriver({ issuer, identityFrom: () => expect.unreachable() })
  const configuration = await driver.connect({ issuer, site: issuer, api: issuer, plainHttp: true }, client)
  const { authorizationCodeGrant } = await import('openid-client')
  const checks = { expectedState: 's', pkceCodeVerifier: 'v'.repeat(43), expectedNonce: 'n', idTokenExpected: true }
  const tokenResponse = await authorizationCodeGrant(
    configuration,
    new URL(`${issuer}/callback?code=c&state=s`),
    checks,
  )
  return tokenResponse.claims()?.sub
}

test('accepts an ID token signed by the provider', async () => {
  signingKey = published.privateKey
  expect(await logIn()).toBe('ada')
})

test('rejects an ID token signed with another key, even from the token endpoint', async () => {
  signingKey = foreign.privateKey
  await expect(logIn()).rejects.toMatchObject({ cause: { message: 'JWT signature verification failed' } })
})
