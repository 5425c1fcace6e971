import type { HtmlElement } from "./parse-html.ts";
import { textOf, tidyLine } from "./text.ts";

const tabSetClass = /(?:^|\s)(?:tabbed-set|tabbed-labels|sd-tab-set|vp-code-group|tabs)(?:\s|$)/;

/** Whether an element is a box of tabs or of their labels: Material for MkDocs, sphinx-design, VitePress. */
export function isTabSet(element: HtmlElement | null): boolean {
  return element?.attributes.class !== undefined && tabSetClass.test(element.attributes.class);
}

export function isTabPanel(element: HtmlElement): boolean {
  const { role, class: className = "" } = element.attributes;
  if (role === "tabpanel" || /(?:^|\s)(?:tabbed-block|sd-tab-content)(?:\s|$)/.test(className)) return true;
  return element.parent?.attributes.class === "blocks" && isTabSet(element.parent.parent);
}

export function tabLabels(list: HtmlElement): string[] {
  const labels: string[] = [];
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (child.attributes.role === "tab") labels.push(tidyLine(textOf(child)));
      else visit(child);
    }
  };
  visit(list);
  return labels;
}
