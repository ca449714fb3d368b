const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const empty = /^(utils?|helpers?|index|common-utils|misc)$/

/** True when every folder and the file itself have kebab-case names that describe their content. */
export function isGoodName(path: string) {
  return path
    .replace(/^\./, '')
    .split('/')
    .every((part) => kebab.test(part) && !empty.test(part.replace(/\..*$/, '')))
}
