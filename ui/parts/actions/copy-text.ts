const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

/** Browsers restrict the clipboard to secure pages; on plain HTTP, text is copied by selection. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}
