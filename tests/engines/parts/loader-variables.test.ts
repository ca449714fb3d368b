import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isLoaderVariable,
  loaderPrefixes,
  loaderVariable,
  loaderVariables,
  unusableVariable,
} from '../../../server/engines/process/sandbox/loader-variables.ts'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,40}$/)

test.for([
  ...['NODE_OPTIONS', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'PATH', 'BASH_ENV', 'NODE_PATH'],
  ...['NODE_EXTRA_CA_CERTS', 'GCONV_PATH', 'OPENSSL_CONF', 'SSLKEYLOGFILE', 'NODE_REPL_EXTERNAL_MODULE'],
  ...['GLIBC_TUNABLES', 'TMPDIR', 'UV_THREADPOOL_SIZE', 'NODE_CHANNEL_FD', 'DYLD_INSERT_LIBRARIES', 'LOCPATH'],
])('%s changes how programs are loaded', (variable) => {
  expect(isLoaderVariable(variable)).toBe(true)
})

test.for(['NODE_ENV', 'PORT', 'GREETING', 'DATABASE_URL', 'MY_LD_PRELOAD', 'PATHS', 'LANG', 'TZ', 'nodeEnv', 'MODE'])(
  '%s is an ordinary variable',
  (variable) => {
    expect(isLoaderVariable(variable)).toBe(false)
  },
)

test('every name with one of the prefixes is a loader variable, except NODE_ENV', () => {
  fc.assert(
    fc.property(fc.constantFrom(...loaderPrefixes), fc.stringMatching(/^[A-Za-z0-9_]{0,30}$/), (prefix, rest) => {
      expect(isLoaderVariable(prefix + rest)).toBe(prefix + rest !== 'NODE_ENV')
    }),
  )
})

test('a loader variable is found among any others and named in the message', () => {
  const ordinary = name.filter((each) => !isLoaderVariable(each))
  fc.assert(
    fc.property(fc.array(ordinary), fc.constantFrom(...loaderVariables), fc.array(ordinary), (before, bad, after) => {
      const rejected = loaderVariable([...before, bad, ...after])
      expect(rejected?.name).toBe(bad)
      expect(rejected?.message).toContain(bad)
      expect(loaderVariable([...before, ...after])).toBeUndefined()
    }),
  )
})

test('rejects a null character in a name or value, and names that no process can have', () => {
  fc.assert(
    fc.property(name, fc.string(), fc.string(), (variable, before, after) => {
      expect(unusableVariable({ [variable]: `${before}\0${after}` })?.name).toBe(variable)
      expect(unusableVariable({ [`${variable}\0`]: before })).toBeDefined()
      expect(unusableVariable({ [`${variable}=${after}`]: '' })).toBeDefined()
      const value = (before + after).replaceAll('\0', '')
      expect(unusableVariable({ [variable]: value })).toBeUndefined()
    }),
  )
  expect(unusableVariable({ '': 'x' })).toBeDefined()
})
