// Builds elements without markup: a page under Trusted Types has no innerHTML.

type Attributes = Readonly<Record<string, string | number | boolean>>;
export type Child = Node | string | null;

const svgNamespace = 'http://www.w3.org/2000/svg';

function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    node.setAttribute(name, value === true ? '' : String(value));
  }
}

// Makes an element. A false attribute is left out, a true one is empty.
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children.filter((child): child is Node | string => child !== null));
  return node;
}

export function makeSvg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(svgNamespace, tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}
