import type { Product } from '../product.ts'

const PLACE = '<!-- operator -->'

const NOT_PUBLISHED =
  'The operator of this installation has not published contact details. Ask whoever gave you the address of this console.'
const SANDBOX =
  'This installation is a sandbox: it runs on one machine, for whoever started it, and that user is its operator.'

/** Replaces the mark of a document with who operates this installation and how to reach them, as Markdown. */
export const withOperator = (text: string, operator: Product['operator'], mode: 'sandbox' | 'production'): string =>
  text.includes(PLACE) ? text.replaceAll(PLACE, () => operatorDetails(operator, mode)) : text

const operatorDetails = (operator: Product['operator'], mode: 'sandbox' | 'production'): string => {
  if (operator === null) return mode === 'sandbox' ? SANDBOX : NOT_PUBLISHED
  const { name, email, address } = operator
  return [
    `This installation is operated by **${plain(name)}**.`,
    `E-mail: [${plain(email)}](mailto:${encodeURI(email)})`,
    ...(address === null ? [] : [`Address: ${plain(address)}`]),
  ].join('\n\n')
}

/** Escapes what Markdown would format, and line breaks. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+.!|~-]/g, (character) => `\\${character}`)
