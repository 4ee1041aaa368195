# Copyright of somebody.

# The image.
#
# More.

# The base.
FROM alpine AS base
ARG A=1 # not a comment
  # indented
RUN echo \
  # inside

  one # two
ENTRYPOINT ["x"]
# end
