const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const empty = /^(utils?|helpers?|index|common-utils|misc)$/

/** Whether every folder and the file itself are named in kebab-case, after what they hold. */
export function isGoodName(path: string) {
  return path
    .replace(/^\./, '')
    .split('/')
    .every((part) => kebab.test(part) && !empty.test(part.replace(/\..*$/, '')))
}
