import type { InvalidVariable } from '../../engine.ts'

/**
 * Variables that change which code a program loads, where it looks for programs and libraries, or where it writes.
 * Without a sandbox they would run a tenant's code as the user of Longshore.
 */
export const loaderVariables: readonly string[] = [
  // Shells, and where programs are looked up.
  ...['PATH', 'CDPATH', 'ENV', 'BASH_ENV', 'BASHOPTS', 'SHELLOPTS', 'IFS', 'PS4', 'PROMPT_COMMAND', 'SHELL'],
  // The C library: character sets, messages, names of hosts.
  ...['GCONV_PATH', 'LOCPATH', 'NLSPATH', 'CHARSET', 'TZDIR', 'GETCONF_DIR', 'LIBPATH', 'SHLIB_PATH'],
  ...['HOSTALIASES', 'LOCALDOMAIN', 'RES_OPTIONS', 'RESOLV_HOST_CONF', 'RESOLV_ADD_TRIM_DOMAINS'],
  // TLS: engines and key logs.
  ...['SSLKEYLOGFILE', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'ICU_DATA', 'ELECTRON_RUN_AS_NODE'],
  // Folders for temporary files; options and search paths of other languages.
  ...['TMPDIR', 'TMP', 'TEMP', 'TEMPDIR'],
  ...['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', 'CLASSPATH', 'LUA_PATH', 'LUA_CPATH', 'LUA_INIT'],
]

export const loaderPrefixes: readonly string[] = [
  ...['LD_', 'DYLD_', 'NODE_', 'UV_', 'V8_', 'GLIBC_', 'MALLOC_', 'OPENSSL_', 'BASH_FUNC_', '_RLD'],
  ...['PERL', 'PYTHON', 'RUBY', 'GEM_', 'NPM_CONFIG_', 'npm_config_', 'GIT_', 'ASAN_', 'LSAN_', 'TSAN_', 'UBSAN_'],
]

/** These start with a prefix above, but programs only read them. */
const harmless = new Set(['NODE_ENV'])

export function isLoaderVariable(name: string): boolean {
  if (harmless.has(name)) return false
  return loaderVariables.includes(name) || loaderPrefixes.some((prefix) => name.startsWith(prefix))
}

/** Returns the first variable that would change how a program is loaded. */
export function loaderVariable(names: string[]): InvalidVariable | undefined {
  const name = names.find(isLoaderVariable)
  if (name === undefined) return undefined
  return {
    name,
    message: `The variable ${name} changes how programs are loaded, which needs a sandbox. Remove it, or install Docker, Podman or bubblewrap.`,
  }
}

/**
 * Returns a variable that no process can receive. A null character would also start another argument of the sandbox.
 */
export function unusableVariable(environment: Record<string, string>): InvalidVariable | undefined {
  const found = Object.entries(environment).find(
    ([name, value]) => name === '' || name.includes('=') || name.includes('\0') || value.includes('\0'),
  )
  if (!found) return undefined
  const [name] = found
  return {
    name,
    message: `The variable ${JSON.stringify(name)} is invalid. Names must not be empty or contain "="; names and values must not contain null characters.`,
  }
}
