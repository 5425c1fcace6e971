import { Play } from "lucide-react";
import { useState } from "react";
import { cx } from "#web/components/class-names.ts";
import type { Video } from "#web/content/content.ts";
import { Button } from "#web/components/ui/button.tsx";

/**
 * A video that nobody's browser asks its host for before its reader presses play. Without an id there is no recording yet, and
 * the place says so.
 */
export function VideoEmbed({ id, title, footer }: Video) {
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <figure className="grid gap-2">
      <div
        className={cx(
          "grid place-items-center overflow-hidden rounded-md border border-border bg-sunken",
          id !== null && "aspect-video",
        )}
      >
        {id !== null && isPlaying ? (
          <iframe
            className="size-full"
            src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1`}
            title={title}
            allow="autoplay; encrypted-media; picture-in-picture"
            allowFullScreen
            // The origin that it keeps is its host's, not ours.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          />
        ) : (
          <div className="grid justify-items-center gap-3 p-6 text-center">
            <p className="text-lg font-semibold">{title}</p>
            {id === null ? (
              <p className="text-sm text-muted">Not recorded yet. The text below says the same.</p>
            ) : (
              <>
                <Button
                  variant="primary"
                  icon={<Play aria-hidden="true" className="size-4" />}
                  onClick={() => setIsPlaying(true)}
                  data-needs-script=""
                >
                  Play video
                </Button>
                <a
                  className="link text-sm"
                  href={`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`}
                >
                  Watch it on YouTube
                </a>
              </>
            )}
          </div>
        )}
      </div>
      {footer && <figcaption className="text-sm text-muted">{footer}</figcaption>}
    </figure>
  );
}
