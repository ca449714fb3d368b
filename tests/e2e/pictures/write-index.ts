import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './scene.ts'
import { fileOf, variants } from './take-screenshots.ts'

/** Writes one page that shows all screenshots. */
export const writeIndex = (folder: string, scenes: readonly Scene[]): string => {
  const rows = scenes.map((scene) => {
    const pictures = variants.map((variant) => {
      const file = fileOf(scene, variant)
      return `<a href="${file}"><img src="${file}" loading="lazy" width="${variant.width / 4}" alt="${file}"></a>`
    })
    return `<section><h2>${scene.name}</h2>${pictures.join('\n')}</section>`
  })
  const path = join(folder, 'index.html')
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>body{font:14px system-ui;margin:24px}img{vertical-align:top;border:1px solid #8884;margin:4px}</style>
<h1>Gallery</h1>${rows.join('\n')}</html>`,
  )
  return path
}
