import { type BuiltInImage, builtInImages } from '../../engines/built-in-images.ts'
import { type TemplateSource, variable } from './template-source.ts'

/** `longshore/hello:1` becomes `longshore-hello`. */
const idOf = (image: string) => image.split(':', 1).join().replaceAll('/', '-')

const templateOf = (image: BuiltInImage): TemplateSource => ({
  id: idOf(image.image),
  name: image.title,
  description: `${image.description}.`,
  builtIn: true,
  category: 'Start here',
  processingType: 'cpu',
  image: image.image,
  ports: image.containerPort === undefined ? [] : [image.containerPort],
  planId: 'nano',
  variables: image.environment.map(({ name, default: byDefault, description }) =>
    variable(name, labelOf(name), `${description}.`, { default: byDefault }),
  ),
})

function labelOf(name: string): string {
  const label = name.toLowerCase().replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** The images that ship with Longshore, as templates. */
export const builtInTemplates: readonly TemplateSource[] = builtInImages.map(templateOf)
