/** An image of Debian's packages that takes the place of an official one. */
export interface ImageRecipe {
  /** The official image's name with its registry's path and tag, such as `library/redis:7-alpine`. */
  name: string
  /** The package whose version is that of the program. */
  program: string
  packages: readonly string[]
  /** A script for the shell of busybox, which does what templates rely on in the official one. */
  entrypoint: string
  command?: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Further files by path; executable. */
  files?: Readonly<Record<string, string>>
  /** Users besides root with their ids. */
  users?: Readonly<Record<string, number>>
}
