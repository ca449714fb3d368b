import { expect, test } from 'vitest'
import { isInRegistry, registryHost, usesCredentials } from '../../src/rules/images/image-registry.ts'

test('the host of a registry is found in what users type', () => {
  expect(registryHost(' https://GHCR.io/north-pier ')).toBe('ghcr.io')
  for (const hub of ['', 'docker.io', 'https://index.docker.io/v1/', 'hub.docker.com'])
    expect(registryHost(hub)).toBe('docker.io')
})

test('an image without a registry is in Docker Hub', () => {
  for (const image of ['postgres:17', 'library/postgres', 'docker.io/library/postgres@sha256:0'])
    expect(isInRegistry(image, 'docker.io')).toBe(true)
  expect(isInRegistry('ghcr.io/north-pier/shop:4', 'https://ghcr.io')).toBe(true)
  expect(isInRegistry('localhost:5000/shop', 'localhost:5001')).toBe(false)
})

test('credentials are used for the images of their registry only, unless there is none', () => {
  const images = ['ghcr.io/north-pier/shop:4', 'postgres:17']
  expect(images.map((image) => usesCredentials(image, images, 'ghcr.io'))).toEqual([true, false])
  expect(images.map((image) => usesCredentials(image, images, 'quay.io'))).toEqual([true, true])
})
