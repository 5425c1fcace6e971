/** The title of a page, as a link where a browser can open it. Pages of PDF files have addresses of their own kind. */
export function PageTitle({ title, url }: { title: string; url: string }) {
  if (!/^https?:\/\//i.test(url)) return <span className="wrap-anywhere">{title}</span>;
  return (
    <a className="link wrap-anywhere" href={url} target="_blank" rel="noopener noreferrer nofollow">
      {title}
    </a>
  );
}
