/**
 * xterm.js writes style elements and style attributes, which the page's content security policy forbids. In this
 * document the elements' text becomes constructed style sheets and the attributes become properties, which it permits.
 */
export const policyDocument = (): Document =>
  new Proxy(document, {
    get: (target, name) => {
      if (name === 'createElement') return createElement
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  })

const createElement = (name: string): HTMLElement => {
  if (name === 'style') return adopted(document.createElement('span'))
  const element = document.createElement(name)
  element.setAttribute = setAttribute
  return element
}

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value
  else Element.prototype.setAttribute.call(this, name, value)
}

/** In place of a style element: an empty one, whose text is a constructed style sheet of the page. */
const adopted = (element: HTMLElement): HTMLElement => {
  const sheet = new CSSStyleSheet()
  element.hidden = true
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', { set: (text: string) => sheet.replaceSync(text) })
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    Element.prototype.remove.call(element)
  }
  return element
}
